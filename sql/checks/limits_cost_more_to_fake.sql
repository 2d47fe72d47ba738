-- No limit of a price is above limit_share percent of what its basis costs to fake; proceed has the basis vouched.
select prices.*, costs.cheapest_usd
from seed_trust__prices as prices
join seed_trust__costs as costs
  on costs.basis = prices.basis or (prices.basis is null and costs.basis = if(prices.verdict = 'proceed', 'vouched', 'insufficient'))
where greatest(prices.daily, prices.per_transaction) > costs.cheapest_usd * limit_share() / 100
