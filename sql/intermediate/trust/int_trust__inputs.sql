-- One row per agent: the inputs of its trust score and of its verdict. A flag counts once, however many reasons it has,
-- at its highest severity. The basis of advice is insufficient unless the agent is ranked, alive and not new.
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
paid as (
  select handle from int_agents__payers where is_independent and is_counted group by handle having count(*) >= min_paid_payers()
),
-- Circular payments are a reason to wait, whoever named the wallet; few large payers are not.
washed as (
  select distinct handle from int_trust__wash_flags where flag in ('self_payment', 'funded_payers', 'closed_loop')
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
    when liveness.days_since_active is null then 'unknown'
    when liveness.days_since_active < alive_days() then 'recent'
    else 'stale'
  end as activity,
  case
    when agents.tier <> 'evidence_ranked' or coalesce(liveness.liveness, 'unknown') <> 'alive' or ages.age = 'new' then 'insufficient'
    when agents.handle in (select handle from int_trust__vouching) then 'vouched'
    when agents.handle in (select handle from paid) then 'paid'
    else 'unvouched'
  end as basis,
  ages.age,
  ages.known_since,
  if(coalesce(proven.identity, 'unproven') = 'unproven', 'unproven', 'proven') as control,
  if(agents.handle in (select handle from washed), 'flagged', 'none') as wash,
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
