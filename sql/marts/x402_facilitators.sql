-- One row per chain ('all': across chains), facilitator (null: payments relayed by addresses that the catalogue does not
-- list) and window of the newest day, 7 days and market_days(): its payments, sellers and payers. A payer on two chains has
-- two addresses: across chains payers are then unknown.
with windows as (
  select unnest([1, 7, market_days()])::integer as days
),
paid as (
  select
    chain,
    facilitator,
    payer,
    days,
    sum(payments) as payments,
    sum(volume_atomic) as volume_atomic,
    sum(independent_payments) as independent_payments
  from int_x402_facilitators__payer_days as summed
  cross join run
  join windows on summed.day > run.day - windows.days
  group by all
),
by_chain as (
  select
    chain,
    facilitator,
    days,
    sum(payments)::bigint as payments,
    sum(volume_atomic) as volume_atomic,
    count(*) as unique_payers,
    count(*) filter (independent_payments > 0) as independent_payers
  from paid
  group by chain, facilitator, days
),
counted as (
  select * from by_chain
  union all
  select
    'all',
    facilitator,
    days,
    sum(payments)::bigint,
    sum(volume_atomic),
    if(count(*) = 1, any_value(unique_payers), null),
    if(count(*) = 1, any_value(independent_payers), null)
  from by_chain
  group by facilitator, days
),
sold as (
  select
    coalesce(seen.chain, 'all') as chain,
    seen.facilitator,
    windows.days,
    count(distinct seen.seller) as sellers
  from int_x402_facilitators__seller_days as seen
  cross join run
  join windows on seen.day > run.day - windows.days
  group by grouping sets ((seen.chain, seen.facilitator, windows.days), (seen.facilitator, windows.days))
)
select
  counted.chain,
  counted.facilitator,
  counted.days,
  counted.payments,
  counted.volume_atomic,
  counted.volume_atomic::decimal(32, 0) * 0.000001::decimal(6, 6) as volume_usd,
  sold.sellers,
  counted.unique_payers,
  counted.independent_payers
from counted
join sold on sold.chain = counted.chain and sold.days = counted.days
  and sold.facilitator is not distinct from counted.facilitator
