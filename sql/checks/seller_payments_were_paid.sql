-- Of each agent that was paid as many payments are shown as there were, at most max_shown_payments().
with shown as (
  select handle, count(*) as payments from seller_payments group by handle
),
demanded as (
  select matched.handle, sum(demand.payments) as payments
  from (select distinct chain, operator, handle from int_operators__agents where is_credited) as matched
  join x402_demand as demand using (chain, operator)
  where demand.days = market_days()
  group by matched.handle
)
select handle, demanded.payments, shown.payments as shown
from demanded
left join shown using (handle)
where least(demanded.payments, max_shown_payments()) is distinct from shown.payments
