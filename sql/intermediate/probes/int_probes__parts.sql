-- One row per part of a population, kind (and `all`), stratum and outcome group, of the addresses with an observation:
-- how many are counted in that group (0 too), of how many observed ones, which stand for how many addresses.
with observed as (
  select * from int_probes__weights where outcome_group <> 'not_probed'
),
listed as (
  select * from observed
  union all by name
  select * replace ('all' as kind) from observed
),
strata as (
  select population, dimension, value, kind, stratum, count(*) as observed, sum(weight) as addresses
  from listed
  group by all
),
counted as (
  select population, dimension, value, kind, stratum, outcome_group, count(*) as counted, sum(weight) as weighted
  from listed
  group by all
)
select
  strata.*,
  groups.outcome_group,
  coalesce(counted.counted, 0) as counted,
  coalesce(counted.weighted, 0)::decimal(18, 6) as weighted
from strata
cross join (select distinct outcome_group from int_probes__outcome_groups where outcome_group <> 'not_probed') as groups
left join counted using (population, dimension, value, kind, stratum, outcome_group)
