-- One row per chain ('all': across chains) and window of the last 1 to 30 days: all x402 demand that was seen in it.
with totals as (
  select
    chain,
    days,
    sum(payments)::bigint as payments,
    sum(volume) as volume,
    count(*) as operators,
    count(*) filter (len(judged.wash_flags) > 0) as flagged_operators,
    coalesce(sum(payments) filter (len(judged.wash_flags) > 0), 0)::bigint as flagged_payments
  from int_x402_windows__counted as counted
  join int_x402_windows__judged as judged using (operator, chain, days)
  group by chain, days
),
payers as (
  select chain, payer, min(age) as age, min(age) filter (relation is null) as independent_age
  from int_x402_payer_days__summed
  group by chain, payer
),
distinct_payers as (
  select
    chain,
    days::integer as days,
    count(*) filter (age < days) as unique_payers,
    count(*) filter (independent_age < days) as independent_payers
  from payers
  cross join range(1, 31) as numbers(days)
  group by chain, days
),
windows as (
  select distinct chain, days from (select chain, days from totals union all select chain, days from int_x402_windows__observed)
)
select
  windows.chain,
  windows.days,
  -- Days that were read and had no payment are a zero; days that were never read are not known.
  coalesce(totals.payments, if(observed.observed_days > 0, 0, null)) as payments,
  coalesce(totals.volume, if(observed.observed_days > 0, 0, null)) as volume_atomic,
  volume_atomic::decimal(32, 0) * 0.000001::decimal(6, 6) as volume_usd,
  coalesce(totals.operators, if(observed.observed_days > 0, 0, null)) as operators,
  coalesce(totals.flagged_operators, if(observed.observed_days > 0, 0, null)) as flagged_operators,
  coalesce(totals.flagged_payments, if(observed.observed_days > 0, 0, null)) as flagged_payments,
  if(totals.payments is null and coalesce(observed.observed_days, 0) = 0, null, coalesce(distinct_payers.unique_payers, 0)) as unique_payers,
  if(totals.payments is null and coalesce(observed.observed_days, 0) = 0, null, coalesce(distinct_payers.independent_payers, 0)) as independent_payers,
  observed.observed_days,
  observed.complete_days,
  observed.earlier_days,
  observed.observed_since
from windows
left join totals using (chain, days)
left join distinct_payers using (chain, days)
left join int_x402_windows__observed as observed using (chain, days)
