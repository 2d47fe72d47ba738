-- Every row of the rankings has one standing, and the points of its signals are its score.
select rankings.handle, rankings.category
from rankings
left join standings using (handle, category)
group by rankings.handle, rankings.category
having count(standings.handle) <> 1
  or max(coalesce(list_sum(list_transform(standings.signals, lambda signal: signal.points)), 0)) <> max(rankings.exact_score)
