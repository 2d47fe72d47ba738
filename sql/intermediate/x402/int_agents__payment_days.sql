-- One row per agent that is credited with a wallet: the whole days of payments, of the last market_days(), that its customers
-- are counted from, on the chain where it has most of them; without any, on that of its chains with the fewest days.
with wallets as (
  select distinct handle, chain from int_operators__agents where is_credited and handle is not null
),
counted as (
  select distinct handle, chain from int_agents__payers where is_counted
),
days as (
  select chain, complete_days from int_x402_windows__coverage where days = market_days()
)
select
  wallets.handle,
  coalesce(
    min(coalesce(days.complete_days, 0)) filter (counted.chain is not null), min(coalesce(days.complete_days, 0))
  )::bigint as payment_days
from wallets
left join counted using (handle, chain)
left join days using (chain)
group by wallets.handle
