-- Every agent that has not departed has one place in what find answers, from 0 without gaps, and none comes after one that is refused, or that has less evidence, without being so itself.
select agents.handle, count(find_order.handle)::varchar || ' places' as what
from agents
left join find_order using (handle)
where agents.departed_on is null
group by agents.handle
having count(find_order.handle) <> 1
union all
select null, 'places up to ' || max(position) || ' of ' || count(*)
from find_order
having count(distinct position) <> count(*) or max(position) <> count(*) - 1
union all
select handle, 'comes too late'
from (
  select
    handle,
    (trust.verdict = 'reject', find_order.tier <> 'evidence_ranked') as group_of,
    lag(group_of) over (order by position) as group_before
  from find_order
  join trust using (handle)
)
where group_of < group_before
