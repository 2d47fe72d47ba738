-- One row per wallet that was paid in the longest window: the chains, the wallets that paid it on all of them, and their
-- payments. Most have no agent.
select
  operator as wallet,
  list_sort(list(distinct chain)) as chains,
  sum(unique_payers)::bigint as payers,
  sum(payments)::bigint as payments
from x402_demand
where days = market_days() and chain <> 'all'
group by operator
order by operator
