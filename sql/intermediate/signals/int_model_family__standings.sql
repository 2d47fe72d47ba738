-- One row per model family and entry of it on an Arena board that counts: its recent position there, from 0 to 100.
select
  matched.family,
  entries.board,
  entries.model,
  case when entries.score_lower is not null then mean_standing end as standing,
  entries.votes,
  entries.observed_at,
  entries.source_url,
  entries.response_sha256,
  row_number() over (
    partition by matched.family, entries.board order by standing desc nulls last, entries.model
  ) as nth_of_board,
  row_number() over (
    partition by matched.family order by standing desc nulls last, entries.board, entries.model
  ) as nth
from int_model_family__models as matched
join stg_arena__entries as entries using (model)
left join int_arena__standings using (board, model)
where matched.source = 'arena' and not entries.is_gone
