-- Every agent that has not departed has one place in the order of find, from 0 without gaps. Its groups follow each other: what works, registrations that nobody saw work, agents with a major or critical flag, rejected ones; in each the worth falls; and no agent comes before one that it copies.
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
    (is_refused, is_flagged, place_group, -worth) as group_of,
    lag(group_of) over (order by position) as group_before
  from find_order
  where len(copies) = 0
)
where group_of < group_before
union all
select handle, 'comes before one that it copies'
from find_order
where list_max(copies) > position and not exists (
  select 1 from int_copies__originals as back
  join find_order as theirs on theirs.handle = back.handle
  where list_contains(find_order.copies, theirs.position) and back.copied = find_order.handle
)
