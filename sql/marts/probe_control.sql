-- One row per window (the last day with a second client, and 30 days), kind (and `all`) and what the prober said of an
-- address: how many the second client asked too, and what it saw.
with windows as (
  select 30 as days, unnest(['all', kind]) as kind, said, control_said, observed_on from int_probes__control
  union all
  select 1, unnest(['all', kind]), said, control_said, observed_on
  from int_probes__control
  where observed_on = (select max(observed_on) from int_probes__control)
)
select
  days,
  kind,
  said,
  max(observed_on) as last_on,
  count(*) as asked,
  count(*) filter (control_said = 'alive') as alive,
  count(*) filter (control_said = 'silent') as silent,
  count(*) filter (control_said = 'unmeasured') as unmeasured
from windows
group by days, kind, said
order by days, kind, said
