-- Of each address that a population declares it is said whether it was asked on the last day of probes, or why not.
with states as (
  select population, kind, sum(addresses) as addresses, count(*) filter (state is null) as unsaid
  from probe_unasked
  group by population, kind
)
select parts.population, parts.kind, parts.declared, states.addresses
from probe_populations as parts
left join states using (population, kind)
where parts.dimension = 'all'
  and (coalesce(states.addresses, 0) <> parts.declared or coalesce(states.unsaid, 1) > 0)
union all
select 'vantage', vantage, addresses, null from probe_vantages where addresses < 1 or vantage is null
