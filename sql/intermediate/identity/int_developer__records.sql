-- One row per record of a developer: an entry of the catalogue.
select
  'catalog:developer/' || id as record_id,
  'catalog' as source,
  'developer' as category,
  id as source_key,
  name,
  null::varchar as description,
  source_urls[1] as record_url,
  website,
  null::varchar as repository_url,
  null::date as departed_on,
  null::varchar as departed_reason,
  null::varchar as published_at,
  null::date as first_seen_on,
  null::varchar as observed_at
from stg_catalog__developers
