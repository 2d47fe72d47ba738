-- One row per feed, listing and way to pay for it: chains by CAIP-2 id, EVM addresses in lower case; `first_asked_on`
-- is the day on which the feed was first seen to request payment to this wallet, for any type and method.
with feeds as (
  select 'cdp' as feed, resource, type, method, accepts, observed_on from observed_x402_bazaar_cdp
  union all
  select 'payai', resource, type, method, accepts, observed_on from observed_x402_bazaar_payai
),
accepted as (
  select
    feed, resource, type, method, observed_on,
    unnest(cast(cast(accepts as json) as struct(scheme varchar, network varchar, asset varchar, pay_to varchar, amount varchar)[]), recursive := true)
  from feeds
),
dated as (
  select *, min(observed_on) over (partition by feed, resource, lower(pay_to)) as first_asked_on
  from accepted
  where pay_to is not null and network is not null
)
select distinct
  dated.feed,
  dated.resource,
  listings.host,
  coalesce(networks.chain, dated.network) as chain,
  case when starts_with(lower(dated.asset), '0x') then lower(dated.asset) else dated.asset end as asset,
  case when starts_with(lower(dated.pay_to), '0x') then lower(dated.pay_to) else dated.pay_to end as pay_to,
  dated.amount,
  listings.gone_since is not null as is_gone,
  listings.first_seen_on,
  dated.first_asked_on,
  listings.observed_at,
  listings.source_url,
  listings.response_sha256
from dated
left join int_x402__network_names as networks on networks.network = lower(dated.network)
join stg_x402_bazaar__listings as listings
  on listings.feed = dated.feed and listings.resource = dated.resource and listings.observed_on = dated.observed_on
    and listings.type is not distinct from dated.type and listings.method is not distinct from dated.method
