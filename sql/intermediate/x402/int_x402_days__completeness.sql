-- One row per chain ('all': across chains) and UTC day that was observed: whether it was observed in full. A day counts for
-- 'all' where every chain was observed that is being read: from its first day on, until rereading_days() after its last.
-- Else a chain that is added would take back the days before it, and one that is lost all days after it.
with spans as (
  select chain, min(day) as first_day, max(day) as last_day from int_x402_days__coverage group by chain
)
select chain, day, is_complete from int_x402_days__coverage
union all
select 'all', day, bool_and(is_complete)
from int_x402_days__coverage as seen
group by day
having count(*) >= (
  select count(*) from spans where first_day <= seen.day and last_day >= seen.day - rereading_days()
)
