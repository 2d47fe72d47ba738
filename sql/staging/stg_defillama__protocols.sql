-- One row per protocol on DefiLlama that belongs to a listed token or to the category of AI agents; figures in USD.
select
  slug,
  name,
  gecko_id,
  category,
  url,
  tvl,
  change_1d,
  change_7d,
  try_cast(listed_at as timestamptz)::timestamp as listed_at,
  gone_since,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_defillama
