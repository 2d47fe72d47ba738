-- One row per operator, scope (a chain, or 'all') and window of the last 1 to market_days() in which it was paid.
-- The form of sql/intermediate/x402 for ClickHouse, which explains the sums. Without join_use_nulls a day without payments
-- adds 0, and the largest payer of no one is (0, 0, ''), below every other.
with steps as (
  select
    operator,
    scope,
    only_chain,
    is_apart,
    age,
    sum(paid.payments) as payments,
    sum(paid.volume) as volume,
    countIf(is_latest) as unique_payers,
    countIf(is_first) as new_payers,
    countIf(is_latest and relation = '') as independent_payers,
    sumIf(paid.payments, relation = '') as independent_payments,
    sumIf(paid.payments, relation = 'self') as self_payments,
    sumIf(paid.volume, relation = 'self') as self_volume,
    sumIf(paid.payments, relation = 'funded') as funded_payments,
    sumIf(paid.volume, relation = 'funded') as funded_volume,
    sumIf(paid.payments, relation = 'loop') as loop_payments,
    sumIf(paid.volume, relation = 'loop') as loop_volume,
    sum(toInt128(paid.payments) * (2 * running_payments - paid.payments)) as squares,
    max((running_payments, running_volume, assumeNotNull(payer))::Tuple(payments Int64, volume Int128, payer String)) as top
  from int_x402_payer_days__sums as paid
  group by operator, scope, only_chain, is_apart, age
),
grid as (
  select operator, scope, only_chain, is_apart, arrayJoin(range(min(steps.age), market_days())) as age
  from steps
  group by operator, scope, only_chain, is_apart
),
filled as (
  select grid.*, steps.* except (operator, scope, only_chain, is_apart, age)
  from grid
  left join steps using (operator, scope, age)
)
select
  operator,
  scope,
  only_chain,
  is_apart,
  age + 1 as days,
  sum(filled.payments) over so_far as payments,
  sum(filled.volume) over so_far as volume,
  sum(filled.unique_payers) over so_far as unique_payers,
  sum(filled.new_payers) over so_far as new_payers,
  sum(filled.independent_payers) over so_far as independent_payers,
  sum(filled.independent_payments) over so_far as independent_payments,
  sum(filled.self_payments) over so_far as self_payments,
  sum(filled.self_volume) over so_far as self_volume,
  sum(filled.funded_payments) over so_far as funded_payments,
  sum(filled.funded_volume) over so_far as funded_volume,
  sum(filled.loop_payments) over so_far as loop_payments,
  sum(filled.loop_volume) over so_far as loop_volume,
  sum(filled.squares) over so_far as squares,
  max(filled.top) over so_far as top
from filled
window so_far as (partition by operator, scope order by age)
settings join_use_nulls = 0
