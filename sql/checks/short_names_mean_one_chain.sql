-- Every chain with payments is known, and no short name stands for two chains.
select chain, 'unknown' as problem
from (select distinct chain from x402_market where chain <> 'all')
anti join (select chain from x402_chains where is_observed) using (chain)
union all
select chain, 'twice' from x402_chains group by chain having count(*) > 1
union all
select short_name, 'ambiguous'
from (select unnest(short_names) as short_name from x402_chains)
group by short_name
having count(*) > 1
