-- One row per operator, scope (a chain, or 'all') and window: the wash rule of docs/scores/wash-rule.md applied to it.
with rules as (
  select map_from_entries(list({k: name, v: value::double})) as rule from seed_x402__rules
),
shares as (
  select
    operator,
    scope,
    days,
    payments,
    squares,
    independent_payers,
    independent_payments,
    greatest(self_payments / payments, if(volume > 0, self_volume::double / volume::double, 0)) as self_share,
    greatest(funded_payments / payments, if(volume > 0, funded_volume::double / volume::double, 0)) as funded_share,
    greatest(loop_payments / payments, if(volume > 0, loop_volume::double / volume::double, 0)) as loop_share,
    top.payments / payments as top_share
  from int_x402_windows__counts
),
-- If n payers make a share s of all payments, the squares are at least s^2 / n of the total squared: payers are added
-- up one by one only in windows that can break the rule.
suspects as (
  select operator, scope, days, payments
  from shares
  cross join rules
  where payments >= rule['many_payments']
    and squares::double * rule['few_payers'] >= 0.99 * (rule['few_payers_share'] * payments) ** 2
),
sums as (
  select suspects.operator, suspects.scope, suspects.days, suspects.payments, paid.payer, sum(paid.payments) as paid
  from suspects
  join int_x402_payer_days__sums as paid
    on paid.operator = suspects.operator and paid.scope = suspects.scope and paid.age < suspects.days
  group by all
),
few as (
  select operator, scope, days
  from sums
  cross join rules
  group by operator, scope, days, payments, rule
  having list_sum(list(paid order by paid desc)[:rule['few_payers']::integer]) > rule['few_payers_share'] * payments
),
flagged as (
  select
    shares.*,
    list_filter([
      if(payments >= rule['least_payments'] and self_share >= rule['self_share'], 'self_payment', null),
      if(payments >= rule['least_payments'] and funded_share >= rule['funded_share'], 'funded_payers', null),
      if(payments >= rule['least_payments'] and loop_share >= rule['loop_share'], 'closed_loop', null),
      if(few.operator is not null, 'few_payers_many_payments', null)
    ], lambda flag: flag is not null) as wash_flags,
    list_filter([
      if(payments >= rule['least_payments'] and top_share > rule['dominant_share'], 'dominant_payer', null)
    ], lambda flag: flag is not null) as notices
  from shares
  cross join rules
  left join few using (operator, scope, days)
)
select
  operator,
  scope,
  days,
  wash_flags,
  notices,
  case
    when len(wash_flags) = 0 then independent_payers
    else least(independent_payers, payments::hugeint * independent_payments // squares)
  end::bigint as unique_payers_adjusted
from flagged
