-- One row per record of int_records, with the fields that corrections replace.
with corrected as (
  select record_id, map_from_entries(list((field, value))) as fields
  from int_corrections__order
  where nth_latest = 1
  group by record_id
)
select listed.* replace (
  case when map_contains(fields, 'name') then fields['name'] else listed.name end as name,
  case when map_contains(fields, 'description') then fields['description'] else listed.description end as description,
  case when map_contains(fields, 'website') then fields['website'] else listed.website end as website,
  case when map_contains(fields, 'repository_url') then fields['repository_url'] else listed.repository_url end as repository_url
)
from int_records as listed
left join corrected using (record_id)
