-- Every mover changed rank, appears once in its category, and has intervals that lie apart from those of the day before.
select handle from movers where rank_delta is null or rank_delta = 0
union all
select handle from movers group by handle, category having count(*) > 1
union all
select movers.handle
from movers
join snapshots as today using (handle, category)
join previous_snapshots as before using (handle, category)
where today.score_low <= before.score_high and before.score_low <= today.score_high
