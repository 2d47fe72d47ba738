-- One row per agent and key that it shares with other agents without being merged with them: a tie to its operator.
with ties as (
  select distinct bound.handle, keys.key
  from int_records__keys as keys
  join int_records__handles as bound using (record_id)
  join int_agents__profiles as agents using (handle)
  where agents.departed_on is null and (not keys.is_strong or keys.key in (select key from int_records__ambiguous_keys))
),
shared as (
  select key, count(*) as agent_count, min(handle, 11) as first_handles
  from ties
  group by key
  having count(*) > 1
)
select
  ties.handle,
  ties.key,
  shared.agent_count - 1 as other_count,
  list_filter(shared.first_handles, lambda other: other <> ties.handle)[:10] as others
from ties
join shared using (key)
