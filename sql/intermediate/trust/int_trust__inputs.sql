-- One row per agent: the inputs of its trust score and of its verdict. A flag counts once, however many reasons it has,
-- at its highest severity. The basis of advice is insufficient unless the agent is ranked and alive, and doubted with a
-- grave flag or circular payments; of what can be paid it follows from its cost to fake, of the rest from vouching.
with best as (
  select distinct on (handle) handle, observed_weight, source_count
  from scores
  order by handle, observed_weight desc, source_count desc, category
),
graded as (
  select handle, flag, max_by(severity, points.position) as severity
  from int_trust__flags as raised
  join seed_trust__points as points on points.input = 'flag' and points.value = raised.severity
  group by handle, flag
),
quoted as (
  select distinct handle from int_trust__payers
),
-- Any flag of the wash rule is a reason to wait, whoever named the wallet. Few large payers take no more than that:
-- who pays a lot to a competitor must not be able to end all payments to it.
washed as (
  select handle, bool_or(flag <> 'few_payers_many_payments') as is_circular
  from int_trust__wash_flags
  group by handle
),
flags as (
  select
    handle,
    count(*) filter (severity = 'critical') as critical_flags,
    count(*) filter (severity = 'major') as major_flags,
    count(*) filter (severity = 'minor') as minor_flags
  from graded
  group by handle
)
select
  agents.handle,
  case
    when best.observed_weight >= high_weight() and best.source_count >= high_sources() and reliability.coverage = 'full' then 'high'
    when best.observed_weight >= medium_weight() and reliability.coverage <> 'none' then 'medium'
    else 'low'
  end as confidence,
  agents.tier as evidence,
  coalesce(proven.identity, 'unproven') as identity,
  coalesce(proven.is_erc8004_verified, false) as is_erc8004_verified,
  liveness.liveness,
  liveness.days_since_active,
  case
    when agents.departed_on is not null then 'departed'
    when liveness.liveness = 'alive' then 'recent'
    when liveness.liveness = 'not_alive' then 'stale'
    else 'unknown'
  end as activity,
  if(costs.handle is null, 'none', 'known') as rail,
  costs.cost_to_fake_usd,
  case
    when agents.tier <> 'evidence_ranked' or coalesce(liveness.liveness, 'unknown') <> 'alive' then 'insufficient'
    when flags.critical_flags > 0 or flags.major_flags > 0 or washed.is_circular then 'doubted'
    when costs.cost_to_fake_usd >= min_proceed_cost() then 'paid'
    when costs.cost_to_fake_usd * 100 >= min_cost_cents() then 'little_paid'
    when costs.handle is null and agents.handle in (select handle from int_trust__vouching) then 'vouched'
    else 'unvouched'
  end as basis,
  ages.age,
  ages.known_since,
  case
    when costs.handle is not null then if(agents.handle in (select handle from quoted), 'proven', 'unproven')
    else if(coalesce(proven.identity, 'unproven') = 'unproven', 'unproven', 'proven')
  end as control,
  if(washed.handle is null, 'none', 'flagged') as wash,
  coalesce(flags.critical_flags, 0) as critical_flags,
  coalesce(flags.major_flags, 0) as major_flags,
  coalesce(flags.minor_flags, 0) as minor_flags
from agents
left join liveness using (handle)
left join best using (handle)
left join reliability using (handle)
left join int_trust__identity_proofs as proven using (handle)
join int_trust__ages as ages using (handle)
left join flags using (handle)
left join washed using (handle)
left join int_trust__costs as costs using (handle)
