-- One row per model family and entry of it on an Arena board that counts: how high its rating stands at least, from 0
-- to 100 between the bounds that the methodology publishes for the board. The lower end of the rating's interval is
-- taken, so that a few votes prove little.
select
  matched.family,
  entries.board,
  entries.model,
  case
    when score_lower is not null then round(100 * least(greatest((score_lower - lower) / (upper - lower), 0), 1), 2)
  end::double as standing,
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
from int_family_models__matched as matched
join stg_arena__entries as entries using (model)
left join methodology_bounds as bounds on bounds.category = 'model_family' and bounds.item = entries.board
where matched.source = 'arena' and not entries.is_gone
