-- One row per chain ('all': every chain that is read) and UTC day that was observed: whether it was observed in full.
select chain, day, is_complete from int_x402_days__coverage
union all
select 'all', day, bool_and(is_complete)
from int_x402_days__coverage
group by day
having count(*) = (select count(distinct chain) from int_x402_days__coverage)
