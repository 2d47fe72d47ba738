-- One row per agent and key that it shares with other agents without being one with them: its operator's ties.
with ties as (
  select distinct bound.handle, keys.key
  from int_record_keys__claimed as keys
  join int_records__bound as bound using (record_id)
  join int_agents__identified as agents using (handle)
  where agents.departed_on is null and (not keys.is_strong or keys.key in (select key from int_keys__ambiguous))
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
