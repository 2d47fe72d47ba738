-- One row per agent: the records that are one with it and why, its strong keys, and the ties to its operator.
with records as (
  select
    bound.handle,
    list({
      source: records.source, name: records.source_key, category: records.category, url: records.record_url,
      bound_on: bound.bound_on, reason: bound.reason, departed_on: records.departed_on
    } order by bound.bound_on, records.record_id) as records
  from int_records__bound as bound
  join int_records__listed as records using (record_id)
  group by bound.handle
),
keys as (
  select bound.handle, list(distinct keys.key order by keys.key) as keys
  from int_record_keys__claimed as keys
  join int_records__bound as bound using (record_id)
  where keys.is_strong and keys.key not in (select key from int_keys__ambiguous)
  group by bound.handle
),
ties as (
  select handle, list({key: key, other_count: other_count, others: others} order by key) as ties
  from int_agent_keys__tied
  group by handle
)
select records.handle, records.records, coalesce(keys.keys, []) as keys, coalesce(ties.ties, []) as ties
from records
left join keys using (handle)
left join ties using (handle)
order by handle
