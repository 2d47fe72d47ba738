-- No category has lost more than 20 percent of its agents since the day before (--accept-shrink overrides this).
select before.category, count(*) as agents_before, count(today.handle) as agents_now
from previous_snapshots as before
left join snapshots as today on today.category = before.category and today.handle = before.handle
cross join run
where not run.accept_shrink
group by before.category
having count(today.handle) < 0.8 * count(*)
