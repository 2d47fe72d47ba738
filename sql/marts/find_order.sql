-- One row per agent that has not departed: its place in the order of find, the best first, the values that find filters
-- by, and the places of the agents that it copies, which are all before its own. Rejected agents come last, those with a
-- grave flag after those without, those with evidence before the rest. Scores of different categories are not compared:
-- the place follows from the best of its ranks, as a share of the agents of its tier in that category.
with recursive shares as (
  select
    handle, tier, score,
    (row_number() over category_tier - 0.5) / count(*) over (partition by category, tier) as share
  from rankings
  window category_tier as (partition by category, tier order by position)
),
best as (
  select handle, min(share) as share, arg_max(score, (-share, score)) as score
  from shares
  join tiers using (handle, tier)
  group by handle
),
railed as (
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
judged as (
  select
    handle,
    score,
    verdict = 'reject' as is_refused,
    len(list_filter(flags, lambda one: one.severity in ('major', 'critical'))) > 0 as is_flagged
  from trust
),
sorted as (
  select
    row_number() over (
      order by is_refused, is_flagged, agents.tier <> 'evidence_ranked', best.share, judged.score desc, best.score desc, handle
    ) as place,
    handle,
    is_refused,
    is_flagged,
    agents.tier,
    agents.liveness = 'alive' as is_alive,
    list_concat([agents.primary_category], agents.secondary_categories) as categories
  from agents
  join best using (handle)
  join judged using (handle)
  where agents.departed_on is null
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
