-- Each payer counts once per agent, on one chain, and no agent has more independent payers than remain after the wash rule.
with counted as (
  select handle, count(*) as payers, count(distinct payer) as distinct_payers, count(*) filter (is_independent) as independent
  from int_agents__payers
  where is_counted
  group by handle
),
allowed as (
  select matched.handle, sum(demand.unique_payers_adjusted) as allowed
  from x402_demand as demand
  join int_operators__agents as matched using (chain, operator)
  where demand.chain <> 'all' and demand.days = market_days() and matched.is_credited
  group by matched.handle
)
select counted.*, allowed.allowed
from counted
left join allowed using (handle)
where payers <> distinct_payers or independent > coalesce(allowed, 0)
