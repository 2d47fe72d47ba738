-- A longer window never has fewer payments, volume or payers than a shorter one for the same operator and chain.
select operator, chain, days
from (
  select
    operator, chain, days, payments, volume_atomic, unique_payers,
    lag(payments) over w as payments_before, lag(volume_atomic) over w as volume_before, lag(unique_payers) over w as payers_before
  from x402_demand
  window w as (partition by operator, chain, apart_on order by days)
)
where payments < payments_before or volume_atomic < volume_before or unique_payers < payers_before
