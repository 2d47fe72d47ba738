-- One row per feed of the x402 Bazaar, resource, type and method that it lists, or listed once (gone_since). A route
-- template is on offer at its host, and cannot be called.
with feeds as (
  select * from stg_x402_bazaar_cdp__rows
  union all by name
  select * from stg_x402_bazaar_payai__rows
)
select
  feed,
  resource,
  lower(regexp_extract(resource, '^https?://([^/:?#]+)', 1)) as host,
  type,
  method,
  x402_version,
  service_name,
  description,
  cast(tags as json) as tags,
  cast(accepts as json) as accepts,
  try_cast(last_updated as timestamptz)::timestamp as updated_at,
  calls_30d,
  payers_30d,
  gone_since,
  first_seen_on,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from feeds
where regexp_matches(resource, '^https://[^/:?#]+(:443)?([/?#]|$)')
  and not is_route_template(regexp_extract(resource, '^https://[^/:?#]+'))
