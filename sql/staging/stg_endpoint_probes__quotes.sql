-- One row per address and way to pay that it quotes itself, in the answer 402 to an unpaid call; `first_asked_on` is
-- the day on which it was first seen to ask for payment to this wallet.
with quoted as (
  select
    url, host, observed_on, observed_at, source_url, response_sha256,
    unnest(cast(cast(quotes as json) as struct(network varchar, asset varchar, pay_to varchar, amount varchar)[]), recursive := true)
  from observed_endpoint_probes
  where outcome = 'ok'
),
spelled as (
  select
    * exclude (network, pay_to),
    case lower(network) when 'base' then 'eip155:8453' when 'base-sepolia' then 'eip155:84532' else network end as chain,
    case when starts_with(lower(pay_to), '0x') then lower(pay_to) else pay_to end as pay_to,
    min(observed_on) over (partition by url, lower(pay_to)) as first_asked_on
  from quoted
  where pay_to is not null
)
select distinct url, host, chain, pay_to, asset, amount, first_asked_on, observed_on, observed_at, source_url, response_sha256
from spelled
semi join raw_endpoint_probes using (url, observed_on)
