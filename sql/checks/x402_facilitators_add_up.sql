-- Payments and volumes of all facilitators, the unlisted ones with them, are those of the market in each window and on each day.
-- None has more payers or sellers than the market; together they have as many at least.
with windows as (
  select
    chain, days,
    sum(payments) as payments, sum(volume_atomic) as volume,
    max(sellers) as sellers, sum(sellers) as all_sellers,
    max(unique_payers) as payers, sum(unique_payers) as all_payers,
    count(*) filter (independent_payers > unique_payers or unique_payers > payments) as impossible
  from x402_facilitators
  group by chain, days
),
days as (
  select chain, day, sum(payments) as payments, sum(volume_atomic) as volume, max(sellers) as sellers
  from x402_facilitator_days
  group by chain, day
)
select market.chain, market.days::varchar as at
from x402_market as market
left join windows using (chain, days)
where market.days in (1, 7, market_days()) and (
  coalesce(windows.payments, 0) <> coalesce(market.payments, 0)
  or coalesce(windows.volume, 0) <> coalesce(market.volume_atomic, 0)
  or windows.sellers > market.operators or windows.all_sellers < market.operators
  or windows.payers > market.unique_payers or windows.all_payers < market.unique_payers
  or windows.impossible > 0
)
union all
select market.chain, market.day::varchar
from x402_market_days as market
left join days using (chain, day)
left join x402_seller_days as sold using (chain, day)
where coalesce(days.payments, 0) <> market.payments or coalesce(days.volume, 0) <> market.volume_atomic
  or coalesce(days.sellers, 0) > coalesce(sold.sellers, 0) or (sold.sellers is null) <> (market.payments = 0)
