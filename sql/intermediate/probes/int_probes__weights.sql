-- One row per part of a population and address that its totals count: an address by its last observation, for itself. Of a
-- sampled host (stratum: it and the kind, else empty) those observed in its samples of a week count for its addresses in
-- that part and kind, without the share that cannot be asked: as many as of all that were drawn so far.
with members as (
  select
    declared.population,
    declared.dimension,
    declared.value,
    probed.*,
    count(*) over stratum as members,
    -- Not count(*) with a filter, which looks at a whole stratum for each of its rows.
    count_if(probed.is_drawn) over stratum as drawn,
    count_if(probed.outcome <> 'not_probed') over stratum as observed,
    count_if(probed.is_excluded) over stratum as excluded
  from int_probes__declared as declared
  join int_probes__addresses as probed using (address)
  window stratum as (
    partition by declared.population, declared.dimension, declared.value, probed.is_sampled, probed.host, probed.kind
  )
),
chosen as (
  select
    *,
    is_sampled and observed + excluded > 0 as is_estimated,
    if(drawn > 0, is_drawn, outcome <> 'not_probed') as is_used,
    if(drawn > 0, drawn, observed) as used
  from members
)
select
  population,
  dimension,
  value,
  kind,
  if(is_estimated, host || ' ' || kind, '') as stratum,
  case
    when not is_estimated then 1
    when is_excluded then members / (observed + excluded)
    else members * observed / (observed + excluded) / used
  end::decimal(18, 6) as weight,
  address,
  host,
  outcome,
  outcome_group,
  reason,
  protocol_version
from chosen
where not is_estimated or is_excluded or is_used
