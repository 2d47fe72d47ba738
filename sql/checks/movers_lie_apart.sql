-- Every mover has intervals of score and rank that lie apart from those of the day before.
select movers.handle
from movers
join snapshots as today using (handle, category)
left join previous_snapshots as before using (handle, category)
where not coalesce(
  (today.score_low > before.score_high or today.score_high < before.score_low)
    and (today.rank_low > before.rank_high or today.rank_high < before.rank_low),
  false
)
