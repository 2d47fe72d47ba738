-- One row per repository of the catalogue that GitHub has renamed or archived: the entry is out of date.
select
  tracked.developer as entry,
  tracked.repository,
  if(lower(found.full_name) <> lower(tracked.repository), found.full_name, null) as renamed_to,
  found.is_archived,
  found.observed_on
from raw_catalog_repositories as tracked
join int_repositories__aliases as found on found.asked = lower(tracked.repository)
where lower(found.full_name) <> lower(tracked.repository) or found.is_archived
order by entry, tracked.repository
