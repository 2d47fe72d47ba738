-- One row per part of a population and kind (and `all`): the addresses that it declares, those that an observation stands
-- for, how many were observed themselves, those without any, and those of sampled hosts.
with listed as (
  select * from int_probes__weights
  union all by name
  select * replace ('all' as kind) from int_probes__weights
)
select
  population,
  dimension,
  value,
  kind,
  round(sum(weight))::bigint as declared,
  round(coalesce(sum(weight) filter (outcome_group <> 'not_probed'), 0))::bigint as known,
  declared - known as unknown,
  count(*) filter (outcome_group <> 'not_probed') as observed,
  count(distinct host) as hosts,
  count(distinct host) filter (stratum <> '') as sampled_hosts,
  round(coalesce(sum(weight) filter (stratum <> ''), 0))::bigint as sampled_addresses
from listed
group by population, dimension, value, kind
order by population, dimension, value, kind
