-- One row per identity override, with the agents of its two records. Status: applied; record_departed, a source no longer
-- lists one of the two, and merges nothing; or record_unknown, no source ever listed one of them.
with named as (
  select line, record_a as record_id from raw_identity_overrides
  union all
  select line, record_b from raw_identity_overrides
),
found as (
  select
    named.line,
    bool_and(listed.record_id is not null or bound.record_id is not null) as are_known,
    bool_and(listed.record_id is not null and listed.departed_on is null) as are_present,
    list(named.record_id order by named.record_id) filter (listed.record_id is null and bound.record_id is null)
      as unknown_records
  from named
  left join int_records as listed using (record_id)
  left join int_records__handles as bound using (record_id)
  group by named.line
)
select
  overrides.line,
  overrides.decided_on,
  overrides.record_a,
  overrides.record_b,
  a.handle as handle_a,
  b.handle as handle_b,
  overrides.verdict,
  overrides.reason,
  overrides.source_url,
  case when found.are_present then 'applied' when found.are_known then 'record_departed' else 'record_unknown' end as status,
  coalesce(found.unknown_records, []) as unknown_records
from raw_identity_overrides as overrides
join found using (line)
left join int_records__handles as a on a.record_id = overrides.record_a
left join int_records__handles as b on b.record_id = overrides.record_b
