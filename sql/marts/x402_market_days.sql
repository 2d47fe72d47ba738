-- One row per chain ('all': across chains) and UTC day of the last market_days() that was observed: its payments, and
-- those left by the wash rule. A payer on two chains has two addresses: payers across chains are then unknown.
with paid as (
  select
    chain,
    day,
    payer,
    sum(payments) as payments,
    sum(independent_payments) as independent_payments,
    sum(volume_atomic) as volume_atomic
  from int_x402_facilitators__payer_days
  group by chain, day, payer
),
by_chain as (
  select
    chain,
    day,
    sum(payments)::bigint as payments,
    sum(independent_payments)::bigint as independent_payments,
    sum(volume_atomic) as volume_atomic,
    count(*) as unique_payers,
    count(*) filter (independent_payments > 0) as independent_payers
  from paid
  group by chain, day
),
counted as (
  select * from by_chain
  union all
  select
    'all',
    day,
    sum(payments)::bigint,
    sum(independent_payments)::bigint,
    sum(volume_atomic),
    if(count(*) = 1, any_value(unique_payers), null),
    if(count(*) = 1, any_value(independent_payers), null)
  from by_chain
  group by day
)
select
  seen.chain,
  seen.day,
  seen.is_complete,
  coalesce(counted.payments, 0) as payments,
  coalesce(counted.independent_payments, 0) as independent_payments,
  coalesce(counted.volume_atomic, 0) as volume_atomic,
  coalesce(counted.volume_atomic, 0)::decimal(32, 0) * 0.000001::decimal(6, 6) as volume_usd,
  if(counted.payments is null, 0, counted.unique_payers) as unique_payers,
  if(counted.payments is null, 0, counted.independent_payers) as independent_payers
from int_x402_days__completeness as seen
cross join run
left join counted on counted.chain = seen.chain and counted.day = seen.day
where seen.day > run.day - market_days() and seen.day <= run.day
