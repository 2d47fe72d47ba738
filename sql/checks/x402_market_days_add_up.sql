-- The days of a chain never add up to more than the longest window of its market, and to just as much where all were read.
-- No day has more independent payments or payers than it has of all.
with days as (
  select
    chain,
    sum(payments) as payments,
    sum(volume_atomic) as volume,
    count(*) filter (independent_payments > payments or independent_payers > unique_payers) as impossible
  from x402_market_days
  group by chain
)
select days.chain
from days
join x402_market as market on market.chain = days.chain and market.days = market_days()
where impossible > 0
  or days.payments > market.payments
  or days.volume > market.volume_atomic
  or (market.observed_days = market_days() and days.payments <> market.payments)
