-- An incident ends before the address answers again, holds as many silent days as fit, and none overlaps another one.
with placed as (
  select
    *,
    lag(coalesce(ended_on, 'infinity')) over (partition by handle, kind, url order by began_on) as earlier_ended_on
  from incidents
)
select handle, url, began_on
from placed
where began_on <= earlier_ended_on
  or began_on <= answered_before_on
  or began_on > ended_on
  or ended_on >= answered_again_on
  or (ended_on is null) <> (answered_again_on is null)
  or silent_days > coalesce(ended_on, (select day from run)) - began_on + 1
  or silent_days < 1
