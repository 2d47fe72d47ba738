-- Every agent has one place in the order of the search, from 0 without gaps, and those that have departed come last.
select agents.handle, count(search_entries.handle)::varchar || ' places' as what
from agents
left join search_entries using (handle)
group by agents.handle
having count(search_entries.handle) <> 1
union all
select null, 'places up to ' || max(place) || ' of ' || count(*)
from search_entries
having count(distinct place) <> count(*) or max(place) <> count(*) - 1
union all
select handle, 'comes before one that has not departed'
from search_entries
where liveness = 'departed'
  and place < (select max(place) from search_entries where liveness <> 'departed')
