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
  observed_at,
  source_url,
  response_sha256
from raw_arena
