-- One row per part of a population, kind (and `all`) and outcome, of addresses without an observation and reason: the
-- number of its addresses, sampled hosts counted back.
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
  outcome_group,
  outcome,
  if(outcome = 'not_probed', reason, null) as reason,
  round(sum(weight))::bigint as addresses
from listed
group by all
order by population, dimension, value, kind, outcome_group, outcome, reason
