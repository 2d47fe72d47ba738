-- One row per agent: the records that are one with it and why, its strong keys, and the ties to its operator.
-- Built for some of the agents at a time (in_slice): lists of all would not fit into memory.
with records as (
  select
    bound.handle,
    list_sort(list({
      bound_on: bound.bound_on, source: records.source, name: records.source_key, category: records.category,
      url: records.record_url, reason: bound.reason, departed_on: records.departed_on
    })) as records
  from int_records__bound as bound
  join int_records__listed as records using (record_id)
  where in_slice(bound.handle)
  group by bound.handle
),
keys as (
  select bound.handle, list_sort(list(distinct keys.key)) as keys
  from int_record_keys__claimed as keys
  join int_records__bound as bound using (record_id)
  where in_slice(bound.handle) and keys.is_strong and keys.key not in (select key from int_keys__ambiguous)
  group by bound.handle
),
ties as (
  select handle, list_sort(list({key: key, other_count: other_count, others: others})) as ties
  from int_agent_keys__tied
  where in_slice(handle)
  group by handle
)
select records.handle, records.records, coalesce(keys.keys, []) as keys, coalesce(ties.ties, []) as ties
from records
left join keys using (handle)
left join ties using (handle)
