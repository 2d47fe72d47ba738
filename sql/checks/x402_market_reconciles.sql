-- The market's payments and volume equal the sums over its operators and over all recorded payments. Payers are never summed across chains.
with demand as (
  select chain, days, sum(payments) as payments, sum(volume_atomic) as volume, max(unique_payers) as payers
  from x402_demand
  group by chain, days
),
staged as (
  select count(*) as payments, sum(amount) as volume, count(distinct payer) as payers
  from stg_x402_payments__payments
  cross join run
  where paid_on > run.day - market_days() and operator is not null and payer is not null
)
select chain, days
from x402_market as market
left join demand using (chain, days)
cross join staged
where (market.payments > 0 and market.payments is distinct from demand.payments)
  or (market.payments > 0 and market.volume_atomic is distinct from demand.volume)
  or market.unique_payers < demand.payers
  or (chain = 'all' and days = market_days() and staged.payments > 0 and (
    market.payments is distinct from staged.payments or market.volume_atomic is distinct from staged.volume
    or market.unique_payers <> staged.payers
  ))
