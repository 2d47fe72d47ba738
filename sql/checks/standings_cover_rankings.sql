-- Every row of the rankings has all signals of its methodology.
select rankings.handle, rankings.category
from rankings
join methodologies using (category)
left join standings using (handle, category)
group by rankings.handle, rankings.category
having count(standings.handle) <> 1 or max(len(standings.signals)) <> max(methodologies.signal_count)
