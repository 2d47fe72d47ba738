-- One row per operator, scope (a chain, or 'all') and window of the last 1 to market_days() in which it was paid.
-- Unique payers come from each payer's latest age and new ones from its first, so that no window is read again; the
-- sum of squares grows by (running total)^2 - (running total before)^2 on each day a payer pays.
with steps as (
  select
    operator,
    scope,
    only_chain,
    is_apart,
    age,
    sum(payments) as payments,
    sum(volume) as volume,
    count(*) filter (is_latest) as unique_payers,
    count(*) filter (is_first) as new_payers,
    count(*) filter (is_latest and relation is null) as independent_payers,
    sum(payments) filter (relation is null) as independent_payments,
    sum(payments) filter (relation = 'self') as self_payments,
    sum(volume) filter (relation = 'self') as self_volume,
    sum(payments) filter (relation = 'funded') as funded_payments,
    sum(volume) filter (relation = 'funded') as funded_volume,
    sum(payments) filter (relation = 'loop') as loop_payments,
    sum(volume) filter (relation = 'loop') as loop_volume,
    sum(payments * (2 * running_payments - payments)) as squares,
    max({payments: running_payments, volume: running_volume, payer: payer}) as top
  from int_x402_payer_days__sums
  group by all
),
grid as (
  select operator, scope, only_chain, is_apart, unnest(range(min(age), market_days())) as age
  from steps
  group by operator, scope, only_chain, is_apart
)
select
  operator,
  scope,
  grid.only_chain,
  grid.is_apart,
  (age + 1)::integer as days,
  sum(payments) over so_far::bigint as payments,
  sum(volume) over so_far as volume,
  sum(unique_payers) over so_far::bigint as unique_payers,
  sum(new_payers) over so_far::bigint as new_payers,
  sum(independent_payers) over so_far::bigint as independent_payers,
  coalesce(sum(independent_payments) over so_far, 0)::bigint as independent_payments,
  coalesce(sum(self_payments) over so_far, 0)::bigint as self_payments,
  coalesce(sum(self_volume) over so_far, 0) as self_volume,
  coalesce(sum(funded_payments) over so_far, 0)::bigint as funded_payments,
  coalesce(sum(funded_volume) over so_far, 0) as funded_volume,
  coalesce(sum(loop_payments) over so_far, 0)::bigint as loop_payments,
  coalesce(sum(loop_volume) over so_far, 0) as loop_volume,
  sum(squares) over so_far as squares,
  max(top) over so_far as top
from grid
left join steps using (operator, scope, age)
window so_far as (partition by operator, scope order by age)
