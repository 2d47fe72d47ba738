-- One row per chain ('all': across chains) and window of the last 1 to market_days(): all x402 demand that was observed in it.
-- Payments to an operator that no agent is credited with are unmatched; so are payers of such operators alone.
with totals as (
  select
    chain,
    days,
    sum(payments)::bigint as payments,
    sum(volume_atomic) as volume,
    count(*) as operators,
    count(*) filter (len(wash_flags) > 0) as flagged_operators,
    coalesce(sum(payments) filter (len(wash_flags) > 0), 0)::bigint as flagged_payments,
    coalesce(sum(payments) filter (credited_handle is null), 0)::bigint as unmatched_payments,
    coalesce(sum(volume_atomic) filter (credited_handle is null), 0) as unmatched_volume
  from x402_demand
  group by chain, days
),
paid as (
  select
    unnest(list_filter([scope, only_chain], lambda one: one is not null)) as chain,
    payer,
    min(age) as age,
    min(age) filter (relation is null) as independent_age,
    min(age) filter (listed.credited_handle is not null) as matched_age
  from int_x402_payer_days__sums as summed
  left join int_x402__operators as listed
    on listed.operator = summed.operator and listed.chain = coalesce(summed.only_chain, summed.scope)
  group by scope, only_chain, payer
),
payers as (
  select
    chain, payer,
    min(age) as age,
    min(independent_age) as independent_age,
    min(matched_age) as matched_age
  from paid
  group by chain, payer
),
distinct_payers as (
  select
    chain,
    days::integer as days,
    count(*) filter (age < days) as unique_payers,
    count(*) filter (independent_age < days) as independent_payers,
    count(*) filter (age < days and coalesce(matched_age >= days, true)) as unmatched_payers
  from payers
  cross join range(1, market_days() + 1) as numbers(days)
  group by chain, days
),
windows as (
  select chain, days from totals
  union
  select chain, days from int_x402_windows__coverage
),
-- Days that were read and had no payment are 0; days that were never read are unknown.
observed as (
  select windows.*, days_seen.* exclude (chain, days, starts_on), if(days_seen.observed_days > 0, 0, null) as none
  from windows
  left join int_x402_windows__coverage as days_seen using (chain, days)
)
select
  observed.chain,
  observed.days,
  coalesce(totals.payments, none) as payments,
  coalesce(totals.volume, none) as volume_atomic,
  volume_atomic::decimal(32, 0) * 0.000001::decimal(6, 6) as volume_usd,
  coalesce(totals.operators, none) as operators,
  coalesce(totals.flagged_operators, none) as flagged_operators,
  coalesce(totals.flagged_payments, none) as flagged_payments,
  coalesce(totals.unmatched_payments, none) as unmatched_payments,
  round(totals.unmatched_payments / totals.payments, 6) as unmatched_payments_share,
  if(totals.volume > 0, round(totals.unmatched_volume::double / totals.volume::double, 6), null) as unmatched_volume_share,
  case when totals.payments is null then none when chains.paid_on < 2 then distinct_payers.unique_payers end as unique_payers,
  case when totals.payments is null then none when chains.paid_on < 2 then distinct_payers.independent_payers end as independent_payers,
  case when totals.payments is null then none when chains.paid_on < 2 then distinct_payers.unmatched_payers end as unmatched_payers,
  observed.observed_days,
  observed.complete_days,
  observed.earlier_days,
  observed.observed_since
from observed
left join totals using (chain, days)
left join distinct_payers using (chain, days)
-- A payer on two chains has two addresses: wallets of several chains do not add up to payers.
left join (
  select 'all' as chain, days, count(distinct chain) as paid_on from x402_demand where chain <> 'all' group by days
  union all
  select distinct chain, days, 1 from x402_demand where chain <> 'all'
) as chains using (chain, days)
