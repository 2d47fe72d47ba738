-- One row per board and model that is on an Arena board now.
select
  board,
  model,
  rank,
  vendor,
  license,
  score,
  ci,
  votes,
  try_cast(board_updated_on as date) as board_updated_on,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_arena
where gone_since is null
