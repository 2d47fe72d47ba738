-- One row per day of the last 90, agent, category and kind of change, as in each day's feed.
select * from changes
union all by name
select past_changes.*
from past_changes
cross join run
where past_changes.day > run.day - 90
