-- One row per chain ('all': across chains), facilitator (null: not listed) and UTC day of the last market_days() on which it
-- relayed a payment. A payer on two chains has two addresses: across chains payers are then unknown.
with by_chain as (
  select
    chain,
    facilitator,
    day,
    sum(payments)::bigint as payments,
    sum(volume_atomic) as volume_atomic,
    count(*) as unique_payers,
    count(*) filter (independent_payments > 0) as independent_payers
  from int_x402_facilitators__payer_days
  group by chain, facilitator, day
),
counted as (
  select * from by_chain
  union all
  select
    'all',
    facilitator,
    day,
    sum(payments)::bigint,
    sum(volume_atomic),
    if(count(*) = 1, any_value(unique_payers), null),
    if(count(*) = 1, any_value(independent_payers), null)
  from by_chain
  group by facilitator, day
),
sold as (
  select coalesce(chain, 'all') as chain, facilitator, day, count(distinct seller) as sellers
  from int_x402_facilitators__seller_days
  group by grouping sets ((chain, facilitator, day), (facilitator, day))
)
select
  counted.chain,
  counted.facilitator,
  counted.day,
  counted.payments,
  counted.volume_atomic,
  counted.volume_atomic::decimal(32, 0) * 0.000001::decimal(6, 6) as volume_usd,
  sold.sellers,
  counted.unique_payers,
  counted.independent_payers
from counted
join sold on sold.chain = counted.chain and sold.day = counted.day
  and sold.facilitator is not distinct from counted.facilitator
