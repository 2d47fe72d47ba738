-- One row per address and way to pay that it quotes itself, in the answer 402 to an unpaid call.
with quoted as (
  select
    url, host, observed_on, observed_at, source_url, response_sha256,
    unnest(cast(cast(quotes as json) as struct(network varchar, asset varchar, pay_to varchar, amount varchar)[]), recursive := true)
  from raw_endpoint_probes
  where outcome = 'ok'
)
select distinct
  url,
  host,
  case lower(network) when 'base' then 'eip155:8453' when 'base-sepolia' then 'eip155:84532' else network end as chain,
  case when starts_with(lower(pay_to), '0x') then lower(pay_to) else pay_to end as pay_to,
  amount,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from quoted
where pay_to is not null
