-- One row per agent that has not departed: the percentage of its observed days, of the last 30 and 90 with today, on
-- which it was alive. A day without observation counts neither for nor against; without any the percentage is null.
-- Coverage is that of the 30 days: full from full_coverage_days() observed on, none without any, else partial. Beside
-- these the uptime of its addresses: the percentage of their observations that answered, and the days of the last 30 on
-- which any of them was observed, and any answered.
with days as (
  select
    handle,
    count(*) as observed_days_90,
    count(*) filter (is_alive) as alive_days_90,
    count(*) filter (observed.day > run.day - 30) as observed_days_30,
    count(*) filter (is_alive and observed.day > run.day - 30) as alive_days_30
  from int_reliability__days as observed
  cross join run
  group by handle
),
counted as (
  select
    liveness.handle,
    case liveness.liveness when 'alive' then true when 'not_alive' then false end as is_currently_alive,
    liveness.days_since_active,
    coalesce(days.observed_days_30, 0) as observed_days_30,
    coalesce(days.observed_days_90, 0) as observed_days_90,
    coalesce(days.alive_days_30, 0) as alive_days_30,
    coalesce(days.alive_days_90, 0) as alive_days_90
  from liveness
  left join days using (handle)
)
select
  counted.handle,
  round(100 * alive_days_30 / nullif(observed_days_30, 0), 2)::decimal(5, 2) as reliability_30d,
  round(100 * alive_days_90 / nullif(observed_days_90, 0), 2)::decimal(5, 2) as reliability_90d,
  is_currently_alive,
  days_since_active,
  observed_days_30,
  observed_days_90,
  case when observed_days_30 >= full_coverage_days() then 'full' when observed_days_30 >= 1 then 'partial' else 'none' end as coverage,
  uptime.uptime_7d,
  coalesce(uptime.observations_7, 0) as observations_7,
  uptime.uptime_30d,
  coalesce(uptime.observations_30, 0) as observations_30,
  coalesce(uptime.measured_days_30, 0) as measured_days_30,
  coalesce(uptime.answered_days_30, 0) as answered_days_30,
  uptime.latency_p50_ms,
  coalesce(uptime.probed_addresses, 0) as probed_addresses,
  coalesce(uptime.vantages, 0) as vantages
from counted
left join int_agents__uptime as uptime using (handle)
