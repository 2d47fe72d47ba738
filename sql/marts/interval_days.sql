-- One row per category with ranked agents: the values that this day hid, and of how many the score with the value lies inside
-- the interval that was made without it.
select
  run.day,
  hidden.category,
  count(*) as hidden,
  count(*) filter (bounds.truth between bounds.low and bounds.high) as inside
from int_intervals__hidden as hidden
join int_intervals__bounds as bounds using (category, target)
cross join run
group by run.day, hidden.category
order by hidden.category
