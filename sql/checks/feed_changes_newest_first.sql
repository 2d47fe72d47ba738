-- The feeds hold each change of an agent once a day, at most 200 of the last 7 days, and drop the oldest first.
select 'twice' as problem, handle as detail
from feed_changes
group by day, kind, handle
having count(*) > 1
union all
select 'too many', count(*)::varchar from feed_changes having count(*) > 200
union all
select 'too old', handle from feed_changes cross join run where feed_changes.day <= run.day - 7
union all
select 'out of order', later.handle
from feed_changes as earlier
join feed_changes as later on later.position = earlier.position + 1
where later.day > earlier.day
union all
select 'newest day left out', kind
from changes
group by kind
having least(count(distinct handle), 10) <> (select count(*) from feed_changes where feed_changes.kind = changes.kind and feed_changes.day = min(changes.day))
