-- One row per agent and flag of the wash rule on the payments of 30 days that it is credited with, and how grave that
-- is: critical when fewer than half of them came from independent wallets. A mere notice, such as one large customer
-- who may be honest, is minor.
with flagged as (
  select operator, payments, unique_payers, independent_payments, unnest(wash_flags) as flag, false as is_notice
  from x402_demand
  where chain = 'all' and days = 30
  union all
  select operator, payments, unique_payers, independent_payments, unnest(notices), true
  from x402_demand
  where chain = 'all' and days = 30
)
select
  operators.handle,
  flagged.flag,
  case
    when flagged.is_notice then 'minor'
    when flagged.flag <> 'few_payers_many_payments' and flagged.independent_payments * 2 < flagged.payments then 'critical'
    else 'major'
  end as severity,
  flagged.payments,
  flagged.unique_payers
from flagged
join (select distinct operator, handle from int_operators__matched where is_credited) as operators using (operator)
join liveness using (handle)
