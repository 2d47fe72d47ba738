-- One row per agent and day on which it was indexed in the category that is its primary one today: of the last 90 days,
-- and of the 7 before them, for the difference over a week. A figure is null on days before it was recorded.
with days as (
  select day, handle, category, rank, score, methodology_version, is_alive, trust_score, visibility from snapshots
  union all by name
  select past.day, handle, category, rank, score, methodology_version, is_alive, trust_score, visibility
  from past_snapshots as past
  cross join run
  where past.day > run.day - 97
)
select
  days.handle,
  days.day,
  days.category,
  days.rank,
  days.score,
  days.methodology_version,
  days.is_alive,
  days.visibility,
  days.trust_score as reputation
from days
join agents on agents.handle = days.handle and agents.primary_category = days.category
