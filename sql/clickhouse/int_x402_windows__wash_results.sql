-- One row per operator, scope (a chain, or 'all') and window: the wash rule of docs/scores/wash-rule.md applied to it.
-- The form of sql/intermediate/x402 for ClickHouse, whose whole division is intDiv: // begins a comment.
with
(select mapFromArrays(groupArray(name), groupArray(toFloat64(value))) from seed_x402__rules) as rule,
shares as (
  select
    operator,
    scope,
    days,
    payments,
    squares,
    independent_payers,
    independent_payments,
    greatest(self_payments / payments, if(volume > 0, toFloat64(self_volume) / toFloat64(volume), 0)) as self_share,
    greatest(funded_payments / payments, if(volume > 0, toFloat64(funded_volume) / toFloat64(volume), 0)) as funded_share,
    greatest(loop_payments / payments, if(volume > 0, toFloat64(loop_volume) / toFloat64(volume), 0)) as loop_share,
    top.payments / payments as top_share
  from int_x402_windows__counts
),
suspects as (
  select operator, scope, days, payments
  from shares
  where payments >= rule['many_payments']
    and toFloat64(squares) * rule['few_payers'] >= 0.99 * pow(rule['few_payers_share'] * payments, 2)
),
sums as (
  select
    suspects.operator as operator,
    suspects.scope as scope,
    suspects.days as days,
    suspects.payments as payments,
    paid.payer as payer,
    sum(paid.payments) as paid_by
  from suspects
  join int_x402_payer_days__sums as paid
    on paid.operator = suspects.operator and paid.scope = suspects.scope and paid.age < suspects.days
  group by operator, scope, days, payments, payer
),
few as (
  select operator, scope, days
  from sums
  group by operator, scope, days, payments
  having arraySum(arraySlice(arrayReverseSort(groupArray(paid_by)), 1, toUInt8(rule['few_payers'])))
    > rule['few_payers_share'] * payments
),
flagged as (
  select
    *,
    arrayFilter(flag -> flag != '', [
      if(payments >= rule['least_payments'] and self_share >= rule['self_share'], 'self_payment', ''),
      if(payments >= rule['least_payments'] and funded_share >= rule['funded_share'], 'funded_payers', ''),
      if(payments >= rule['least_payments'] and loop_share >= rule['loop_share'], 'closed_loop', ''),
      if((operator, scope, days) in few, 'few_payers_many_payments', '')
    ]) as wash_flags,
    arrayFilter(flag -> flag != '', [
      if(payments >= rule['least_payments'] and top_share > rule['dominant_share'], 'dominant_payer', '')
    ]) as notices
  from shares
)
select
  operator,
  scope,
  days,
  wash_flags,
  notices,
  if(
    empty(wash_flags),
    toInt128(independent_payers),
    least(toInt128(independent_payers), intDiv(toInt128(payments) * independent_payments, squares))
  ) as unique_payers_adjusted
from flagged
