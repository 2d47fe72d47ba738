-- One row per record of a model family: an entry of the catalogue.
select
  'catalog:family/' || id as record_id,
  'catalog' as source,
  'model_family' as category,
  id as source_key,
  name,
  'Model family by ' || provider || '.' as description,
  source_urls[1] as record_url,
  null::varchar as website,
  null::varchar as repository_url,
  null::date as departed_on,
  null::varchar as departed_reason,
  null::varchar as published_at,
  null::date as first_seen_on,
  null::varchar as observed_at
from stg_catalog__families
