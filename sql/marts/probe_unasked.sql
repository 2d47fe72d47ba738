-- One row per population, kind (and `all`) and what became of its addresses on the last day of probes: `asked`, or why
-- not.
with listed as (
  select declared.population, unnest([probed.kind, 'all']) as kind, probed.asked_on, probed.asked_state
  from int_probes__declared as declared
  join int_probes__addresses as probed using (address)
  where declared.dimension = 'all'
)
select population, kind, asked_on, asked_state as state, count(*) as addresses
from listed
group by all
order by population, kind, state
