-- One row per part of a population and address that its totals count: an address by its last observation, for itself; of
-- a sampled host those of the newest sample, each for its share of the host's addresses in that part and kind. `stratum`
-- is the host and kind of an estimate, and empty for an address that counts for itself.
with members as (
  select
    declared.population,
    declared.dimension,
    declared.value,
    probed.*,
    count(*) over stratum as members,
    count(*) filter (probed.is_drawn) over stratum as drawn
  from int_probes__declared as declared
  join int_probes__addresses as probed using (address)
  window stratum as (
    partition by declared.population, declared.dimension, declared.value, probed.is_sampled, probed.host, probed.kind
  )
)
select
  population,
  dimension,
  value,
  kind,
  if(is_sampled and drawn > 0, host || ' ' || kind, '') as stratum,
  if(is_sampled and drawn > 0, members / drawn, 1)::decimal(18, 6) as weight,
  address,
  host,
  outcome,
  outcome_group,
  reason,
  protocol_version
from members
where not is_sampled or drawn = 0 or is_drawn
