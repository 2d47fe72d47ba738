-- One row per agent, named by its handle, with the categories that its present records give it.
-- Built for some of the agents at a time (in_slice): lists of all would not fit into memory.
with members as (
  select
    bound.handle,
    bound.bound_on,
    records.record_id,
    records.category,
    records.record_url,
    records.first_seen_on,
    records.departed_on,
    records.departed_reason,
    categories.position
  from int_records__handles as bound
  join int_records__with_corrections as records using (record_id)
  join categories on categories.id = records.category
  where in_slice(bound.handle)
),
gathered as (
  select
    handle,
    min_by(record_id, (departed_on is not null, position, record_id)) as main_record,
    list_distinct(list(category) filter (departed_on is null)) as present_categories,
    list_distinct(list(category)) as ever_categories,
    -- Data that is read twice, such as the last blocks of a day, has the date of the second reading.
    case when min(first_seen_on) is not null then least(min(first_seen_on), min(bound_on)) end as first_seen_on,
    case when bool_and(departed_on is not null) then max(departed_on) end as departed_on,
    max_by(departed_reason, (departed_on, record_id)) filter (departed_on is not null) as departed_reason,
    list_sort(list_distinct(list(record_url))) as record_urls
  from members
  group by handle
)
select
  gathered.handle,
  gathered.main_record,
  spoken.category as primary_category,
  list_sort(list_filter(
    case when gathered.departed_on is null then gathered.present_categories else gathered.ever_categories end,
    lambda other: other <> spoken.category
  )) as secondary_categories,
  spoken.name,
  spoken.description,
  spoken.website,
  spoken.repository_url,
  gathered.first_seen_on,
  gathered.departed_on,
  case when gathered.departed_on is not null then gathered.departed_reason end as departed_reason,
  gathered.record_urls
from gathered
join int_records__with_corrections as spoken on spoken.record_id = gathered.main_record
