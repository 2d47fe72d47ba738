-- One row per board and model whose votes grew from one reading of the board to the next, or that came to a board that had
-- been read before: the newest such reading.
with counted as (
  select
    board, model, votes, observed_on, observed_at, source_url, response_sha256,
    lag(votes) over (partition by board, model order by observed_on) as votes_before,
    min(observed_on) over (partition by board) as first_read_on
  from observed_arena
)
select distinct on (board, model)
  board, model, observed_at::timestamptz::timestamp as voted_at, observed_at, source_url, response_sha256
from counted
where votes > coalesce(votes_before, 0) and observed_on > first_read_on
order by board, model, observed_on desc
