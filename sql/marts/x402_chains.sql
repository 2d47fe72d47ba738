-- One row per chain that x402 payments are read from or that x402 version 1 has short names for.
with named as (
  select chain, list_sort(list(network)) as short_names from int_x402__network_names group by chain
),
observed as (
  select distinct chain, true as is_observed from x402_market where chain <> 'all'
)
select
  chain,
  coalesce(named.short_names, []) as short_names,
  coalesce(observed.is_observed, false) as is_observed
from named
full join observed using (chain)
order by chain
