-- One row per board and model that is on an Arena board, or was once (is_gone).
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
  gone_since is not null as is_gone,
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
