-- The feeds of categories hold each change of an agent once a day, at most 200 of the last 7 days, and drop the oldest first.
select 'twice' as problem, category || ' ' || handle as detail
from category_feed_changes
group by category, day, kind, handle
having count(*) > 1
union all
select 'too many', category from category_feed_changes group by category having count(*) > 200
union all
select 'too old', handle from category_feed_changes cross join run where category_feed_changes.day <= run.day - 7
union all
select 'out of order', later.handle
from category_feed_changes as earlier
join category_feed_changes as later on later.category = earlier.category and later.position = earlier.position + 1
where later.day > earlier.day
