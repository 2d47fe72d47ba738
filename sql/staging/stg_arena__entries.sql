-- One row per board and model that is on an Arena board, or was once (is_gone). It is gone when the board, read at
-- least as far down as its last place, still lacks it missing_entry_days() after it was last seen: ratings do not end with
-- one day's listing. If the board was not read that far down, it counts for unread_entry_days().
with reads as (
  select board, observed_on, max(rank) as depth from observed_arena group by board, observed_on
),
missed as (
  select distinct entries.board, entries.model
  from raw_arena as entries
  join reads on reads.board = entries.board and reads.depth >= entries.rank
  where entries.gone_since is not null and date_diff('day', entries.observed_on, reads.observed_on) >= missing_entry_days()
)
select
  board,
  model,
  rank,
  vendor,
  license,
  score,
  score_lower,
  score_upper,
  votes,
  try_cast(board_updated_on as date) as board_updated_on,
  missed.model is not null or date_diff('day', observed_on, run.day) >= unread_entry_days() as is_gone,
  observed_on,
  observed_at::timestamptz::timestamp as listed_at,
  observed_at,
  source_url,
  response_sha256
from raw_arena
left join missed using (board, model)
cross join run
