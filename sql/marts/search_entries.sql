-- One row per agent, departed ones too: the fields that the search shows, and the repository and the first six operators
-- by which it is found. The best come first, in the order of find; then those that have departed.
with operators as (
  select handle, list(operator order by position, operator)[:6] as operators
  from int_agents__operators
  group by handle
)
select
  row_number() over (order by find_order.position nulls last, agents.handle) - 1 as place,
  agents.handle,
  agents.name,
  agents.primary_category as category,
  agents.tier,
  agents.rank,
  agents.score,
  case when agents.departed_on is null then agents.liveness else 'departed' end as liveness,
  coalesce(trust.flags, []) as flags,
  regexp_replace(agents.repository_url, '^https?://(www\.)?(github\.com/)?|(\.git)?/*$', '', 'g') as repository,
  coalesce(operators.operators, []) as operators
from agents
left join find_order using (handle)
left join trust using (handle)
left join operators using (handle)
order by place
