-- One row per board and model that is on an Arena board, or was once (is_gone). It is gone when the board, read at
-- least as far down as its last place, still lacks it missed_days() after it was last seen: ratings do not end with a
-- listing of a day. If nobody looked that far down, it counts for held_days().
with reads as (
  select board, observed_on, max(rank) as depth from observed_arena group by board, observed_on
),
missed as (
  select distinct entries.board, entries.model
  from raw_arena as entries
  join reads on reads.board = entries.board and reads.depth >= entries.rank
  where entries.gone_since is not null and date_diff('day', entries.observed_on, reads.observed_on) >= missed_days()
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
  missed.model is not null or date_diff('day', observed_on, run.day) >= held_days() as is_gone,
  observed_on,
  -- Of a day that was read afterwards it is known that the model stood on the board then, whenever that was asked for.
  case
    when observed_on in (select day from backfilled_days) then observed_on + interval '86399 seconds'
    else observed_at::timestamptz::timestamp
  end as listed_at,
  observed_at,
  source_url,
  response_sha256
from raw_arena
left join missed using (board, model)
cross join run
