-- One row per agent that has not departed: its place in what find answers, the best first, and what find filters by.
-- Agents to be refused come last, those with evidence before the rest. Scores of different categories are not compared:
-- an agent stands where the best of its ranks does, as a share of the agents of its tier in that category.
with shares as (
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
)
select
  row_number() over (
    order by trust.verdict = 'reject', agents.tier <> 'evidence_ranked', best.share, trust.score desc, best.score desc, handle
  ) - 1 as position,
  handle,
  agents.tier,
  agents.liveness = 'alive' as is_alive,
  list_concat([agents.primary_category], agents.secondary_categories) as categories,
  coalesce(railed.rails, []) as rails
from agents
join best using (handle)
join trust using (handle)
left join railed using (handle)
where agents.departed_on is null
order by position
