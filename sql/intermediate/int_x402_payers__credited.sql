-- One row per agent and payer of the operators that it is credited with, over the last 30 days and all chains.
with credited as (
  select distinct operator, handle from int_operators__matched where is_credited and handle is not null
),
-- An agent's own wallets, and those that any of its operators funded, never count for it.
tied as (
  select handle, operator as payer from credited
  union
  select credited.handle, fundings.wallet from stg_x402_payments__fundings as fundings join credited using (operator)
),
recent as (
  select
    credited.handle,
    payments.operator,
    payments.payer,
    count(*) as payments,
    list(distinct payments.paid_on) as paid_days,
    max(payments.paid_at) as last_paid_at,
    max({
      paid_at: payments.paid_at, block_number: payments.block_number, log_index: payments.log_index,
      chain: payments.chain, observed_at: payments.observed_at, source_url: payments.source_url,
      response_sha256: payments.response_sha256
    }) as latest
  from stg_x402_payments__payments as payments
  join credited using (operator)
  cross join run
  where payments.paid_on > run.day - 30 and payments.payer is not null
  group by credited.handle, payments.operator, payments.payer
),
firsts as (
  select operator, payer, min(paid_on) as first_paid_on
  from stg_x402_payments__payments
  semi join credited using (operator)
  group by operator, payer
),
related as (
  select recent.*, firsts.first_paid_on, related.relation is null and tied.payer is null as is_unrelated
  from recent
  join firsts using (operator, payer)
  left join int_x402_payers__related as related using (operator, payer)
  left join tied using (handle, payer)
),
-- A flagged operator is credited with as many payers as the wash rule leaves it, the most regular ones first.
ordered as (
  select
    *,
    row_number() over (
      partition by operator, is_unrelated order by len(paid_days) desc, payments desc, payer
    ) as nth
  from related
),
judged as (
  select ordered.*, is_unrelated and nth <= windows.unique_payers_adjusted as is_counted
  from ordered
  join int_x402_windows__judged as windows
    on windows.operator = ordered.operator and windows.scope = 'all' and windows.days = 30
)
select
  handle,
  max_by(operator, latest) as operator,
  payer,
  bool_or(is_counted) and bool_and(is_unrelated) as is_independent,
  sum(payments)::bigint as payments,
  len(list_distinct(flatten(list(paid_days)))) as days_active,
  min(first_paid_on) < max(last_paid_at)::date as is_returning,
  max(last_paid_at) as last_paid_at,
  max(latest).observed_at as observed_at,
  max(latest).source_url as source_url,
  max(latest).response_sha256 as response_sha256
from judged
group by handle, payer
