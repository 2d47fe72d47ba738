-- One row per operator (payTo), chain ('all': across chains) and window of the last 1 to market_days() in which it was
-- paid. An address not shown to be one operator on several chains has a row across chains for each (apart_on).
with windows as (
  select counted.*, judged.* exclude (operator, scope, days), relayers.facilitator_names, relayers.unknown_relayers
  from int_x402_windows__counts as counted
  join int_x402_windows__wash_results as judged using (operator, scope, days)
  left join int_x402_relayers__counts as relayers using (operator, scope, days)
),
by_chain as (
  select *, scope as chain, null::varchar as apart_on from windows
  union all
  select *, only_chain, null from windows where only_chain is not null
  union all
  select *, 'all', scope from windows where is_apart
),
demand as (
  select
    windows.operator,
    windows.chain,
    windows.apart_on,
    windows.days,
    windows.payments,
    windows.volume as volume_atomic,
    windows.volume::decimal(32, 0) * 0.000001::decimal(6, 6) as volume_usd,
    windows.unique_payers,
    windows.unique_payers_adjusted,
    -- Payers before the first day that was read are unknown: so are new and returning ones, which is not "all new".
    if(observed.earlier_days > 0, windows.new_payers, null) as new_payers,
    if(observed.earlier_days > 0, windows.unique_payers - windows.new_payers, null) as returning_payers,
    windows.top.payer as top_payer,
    round(windows.top.payments / windows.payments, 6) as top_payer_share,
    if(windows.volume > 0, round(windows.top.volume::double / windows.volume::double, 6), null) as top_payer_volume_share,
    if(windows.volume > 0,
      round((windows.self_volume + windows.funded_volume)::double / windows.volume::double, 6), null) as self_funded_share,
    windows.independent_payments,
    coalesce(windows.facilitator_names, []) as facilitator_names,
    len(coalesce(windows.facilitator_names, [])) as facilitators,
    coalesce(windows.unknown_relayers, 0) as unknown_relayers,
    windows.wash_flags,
    windows.notices,
    listed.last_paid_at,
    listed.is_listed,
    listed.handles,
    listed.credited_handle
  from by_chain as windows
  join int_x402__operators as listed
    on listed.operator = windows.operator and listed.chain = coalesce(windows.apart_on, windows.chain)
  left join int_x402_windows__coverage as observed
    on observed.chain = coalesce(windows.apart_on, windows.chain) and observed.days = windows.days
)
select
  *,
  row_number() over (
    partition by chain, days order by unique_payers desc, payments desc, volume_atomic desc, operator, apart_on
  )::integer as rank_raw,
  row_number() over (
    partition by chain, days
    order by unique_payers_adjusted desc, len(wash_flags) > 0, independent_payments desc, volume_atomic desc, operator, apart_on
  )::integer as rank_adjusted
from demand
