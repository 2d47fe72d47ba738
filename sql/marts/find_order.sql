-- One row per agent that has not departed: its place in the order of find, the best first, its worth, its group (0: works;
-- 1: a registration that nobody saw work; 2: with a grave flag; 3: rejected), the values that find filters by, and the
-- places of the agents that it copies, which are all before its own; a copy is in no earlier group than they are.
with recursive railed as (
  select handle, list_sort(list(protocol)) as rails
  from rails
  group by handle
),
copies as (
  select handle, copied from int_copies__originals
  union
  select copies.handle, further.copied
  from copies
  join int_copies__originals as further on further.handle = copies.copied
  where further.copied <> copies.handle
),
sorted as (
  select
    row_number() over (
      order by weighed.own_group, weighed.worth desc, weighed.share, weighed.trust_score desc, weighed.score desc, handle
    ) as place,
    handle,
    weighed.own_group,
    weighed.worth,
    weighed.is_refused,
    weighed.is_flagged,
    agents.tier,
    agents.liveness = 'alive' as is_alive,
    list_concat([agents.primary_category], agents.secondary_categories) as categories
  from agents
  join int_capability__worth as weighed using (handle)
),
-- A copy comes after the last agent that it copies, and after copies of fewer agents.
placed as (
  select copies.handle, max(theirs.place) as last, count(*) as copied, list(copies.copied) as handles
  from copies
  join sorted as theirs on theirs.handle = copies.copied
  group by copies.handle
),
ordered as (
  select
    row_number() over (
      order by greatest(sorted.place, coalesce(placed.last, 0)), coalesce(placed.copied, 0), sorted.place
    ) - 1 as position,
    sorted.*,
    coalesce(placed.handles, []) as copied
  from sorted
  left join placed using (handle)
),
behind as (
  select mine.handle, list_sort(list(theirs.position)) as copies
  from (select handle, unnest(copied) as copied from ordered) as mine
  join ordered as theirs on theirs.handle = mine.copied
  group by mine.handle
)
select
  ordered.position,
  handle,
  max(ordered.own_group) over (order by ordered.position) as place_group,
  round(ordered.worth, 4) as worth,
  ordered.is_refused,
  ordered.is_flagged,
  ordered.tier,
  ordered.is_alive,
  ordered.categories,
  coalesce(railed.rails, []) as rails,
  coalesce(behind.copies, []) as copies
from ordered
left join railed using (handle)
left join behind using (handle)
order by position
