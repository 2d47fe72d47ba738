-- One row per feed of the x402 Bazaar and resource that it lists, or listed once (gone_since).
select
  feed,
  resource,
  lower(regexp_extract(resource, '^https?://([^/:?#]+)', 1)) as host,
  type,
  x402_version,
  service_name,
  description,
  cast(tags as json) as tags,
  cast(accepts as json) as accepts,
  try_cast(last_updated as timestamptz)::timestamp as updated_at,
  calls_30d,
  payers_30d,
  case when not is_listed then observed_on end as gone_since,
  first_seen_on,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_x402_bazaar
where regexp_matches(resource, '^https://[^/:?#]+(:443)?([/?#]|$)')
