-- One row per operator (payTo), chain ('all': across chains) and window of the last 1 to 30 days in which it was paid.
with demand as (
  select
    counted.operator,
    counted.chain,
    counted.days,
    counted.payments,
    counted.volume as volume_atomic,
    counted.volume::decimal(32, 0) * 0.000001::decimal(6, 6) as volume_usd,
    counted.unique_payers,
    judged.unique_payers_adjusted,
    if(observed.earlier_days > 0, counted.new_payers, null) as new_payers,
    if(observed.earlier_days > 0, counted.unique_payers - counted.new_payers, null) as returning_payers,
    counted.top.payer as top_payer,
    round(counted.top.payments / counted.payments, 6) as top_payer_share,
    if(counted.volume > 0, round(counted.top.volume::double / counted.volume::double, 6), null) as top_payer_volume_share,
    if(counted.volume > 0,
      round((counted.self_volume + counted.funded_volume)::double / counted.volume::double, 6), null) as self_funded_share,
    counted.independent_payments,
    coalesce(relayers.facilitator_names, []) as facilitator_names,
    len(coalesce(relayers.facilitator_names, [])) as facilitators,
    coalesce(relayers.unknown_relayers, 0) as unknown_relayers,
    judged.wash_flags,
    judged.notices,
    listed.last_paid_at,
    listed.is_listed,
    listed.handles,
    listed.credited_handle
  from int_x402_windows__counted as counted
  join int_x402_windows__judged as judged using (operator, chain, days)
  join int_x402_operators__listed as listed using (operator, chain)
  left join int_x402_relayers__counted as relayers using (operator, chain, days)
  left join int_x402_windows__observed as observed using (chain, days)
)
select
  *,
  row_number() over (
    partition by chain, days order by unique_payers desc, payments desc, volume_atomic desc, operator
  )::integer as rank_raw,
  row_number() over (
    partition by chain, days
    order by unique_payers_adjusted desc, len(wash_flags) > 0, independent_payments desc, volume_atomic desc, operator
  )::integer as rank_adjusted
from demand
