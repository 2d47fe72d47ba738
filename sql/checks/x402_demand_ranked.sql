-- For every chain and window both orders run from 1 without gaps or ties, and each operator is listed once.
select chain, days, count(*) as operators
from x402_demand
group by chain, days
having count(distinct (operator, apart_on)) <> count(*)
  or count(distinct rank_raw) <> count(*) or max(rank_raw) <> count(*)
  or count(distinct rank_adjusted) <> count(*) or max(rank_adjusted) <> count(*)
