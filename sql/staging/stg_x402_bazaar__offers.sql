-- One row per feed, resource and way to pay for it: chains by CAIP-2 id, EVM addresses in lower case.
with accepted as (
  select
    feed, resource, host, gone_since, first_seen_on, observed_at, source_url, response_sha256,
    unnest(cast(accepts as struct(scheme varchar, network varchar, asset varchar, pay_to varchar, amount varchar)[]), recursive := true)
  from stg_x402_bazaar__listings
)
select distinct
  feed,
  resource,
  host,
  case lower(network)
    when 'base' then 'eip155:8453'
    when 'base-sepolia' then 'eip155:84532'
    when 'polygon' then 'eip155:137'
    when 'avalanche' then 'eip155:43114'
    when 'solana' then 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    else network
  end as chain,
  case when starts_with(lower(asset), '0x') then lower(asset) else asset end as asset,
  case when starts_with(lower(pay_to), '0x') then lower(pay_to) else pay_to end as pay_to,
  amount,
  gone_since is not null as is_gone,
  first_seen_on,
  observed_at,
  source_url,
  response_sha256
from accepted
where pay_to is not null and network is not null
