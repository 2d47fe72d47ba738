-- One row per chain ('all': every chain that is read) and UTC day that was seen: whether all of it was.
select chain, day, is_complete from int_x402_days__observed
union all
select 'all', day, bool_and(is_complete)
from int_x402_days__observed
group by day
having count(*) = (select count(distinct chain) from int_x402_days__observed)
