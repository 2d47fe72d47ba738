-- One row per address and way to pay that it quotes itself, in the 402 answer to an unpaid call; `first_asked_on` is
-- the day on which it was first seen to request payment to this wallet. Quotes behind a redirect to another host are not
-- the host's own. A probe without an answer changes nothing: the address's last answer holds.
with answered as (
  select *, max(observed_on) over (partition by url) as answered_on
  from observed_endpoint_probes
  where outcome = 'answers' and coalesce(lower(regexp_extract(final_url, '(?i)^https://([^/:?#@]+)', 1)), host) = host
),
quoted as (
  select
    url, host, answered_on, observed_on, observed_at, source_url, response_sha256,
    unnest(cast(cast(quotes as json) as struct(network varchar, asset varchar, pay_to varchar, amount varchar)[]), recursive := true)
  from answered
),
dated as (
  select *, min(observed_on) over (partition by url, lower(pay_to)) as first_asked_on
  from quoted
  where pay_to is not null
)
select distinct
  dated.url,
  dated.host,
  coalesce(networks.chain, dated.network) as chain,
  case when starts_with(lower(dated.pay_to), '0x') then lower(dated.pay_to) else dated.pay_to end as pay_to,
  dated.asset,
  dated.amount,
  dated.first_asked_on,
  dated.observed_on,
  dated.observed_at,
  dated.source_url,
  dated.response_sha256
from dated
left join int_x402__network_names as networks on networks.network = lower(dated.network)
where dated.observed_on = dated.answered_on
