-- One row per agent: its records and the reason for each, its strong keys, the ties to its operator, and the identity
-- overrides of its records.
-- Built for some of the agents at a time (in_slice): lists of all would not fit into memory.
with records as (
  select
    bound.handle,
    list_sort(list({
      bound_on: bound.bound_on, source: records.source, name: records.source_key, category: records.category,
      url: records.record_url, reason: bound.reason, departed_on: records.departed_on
    })) as records
  from int_records__handles as bound
  join int_records as records using (record_id)
  where in_slice(bound.handle)
  group by bound.handle
),
keys as (
  select bound.handle, list_sort(list(distinct keys.key)) as keys
  from int_records__keys as keys
  join int_records__handles as bound using (record_id)
  where in_slice(bound.handle) and keys.is_strong and keys.key not in (select key from int_records__ambiguous_keys)
  group by bound.handle
),
ties as (
  select handle, list_sort(list({key: key, other_count: other_count, others: others})) as ties
  from int_agents__shared_keys
  where in_slice(handle)
  group by handle
),
decided as (
  select handle_a as handle, decided_on, line, record_a as record, record_b as other, verdict, reason, source_url
  from identity_overrides
  where status = 'applied'
  union all
  -- The first of two records of one agent represents both.
  select handle_b, decided_on, line, record_b, record_a, verdict, reason, source_url
  from identity_overrides
  where status = 'applied' and verdict = 'different'
),
overrides as (
  select
    handle,
    list(
      {record: record, other: other, verdict: verdict, reason: reason, source_url: source_url, date: decided_on}
      order by decided_on, line
    ) as overrides
  from decided
  where in_slice(handle)
  group by handle
)
select
  records.handle,
  records.records,
  coalesce(keys.keys, []) as keys,
  coalesce(ties.ties, []) as ties,
  coalesce(overrides.overrides, []) as overrides
from records
left join keys using (handle)
left join ties using (handle)
left join overrides using (handle)
