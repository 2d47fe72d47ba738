-- One row per agent that has not departed: alive when its latest public activity of any kind is less than 30 days
-- before the logical date, not alive when it is 30 days or more, unknown when no activity was ever observed.
with acts as (
  select
    signals.handle,
    signals.value_at,
    signals.key,
    row_number() over (partition by signals.handle order by signals.value_at desc, signals.key) as nth
  from signals
  join signal_definitions as definitions using (key)
  where definitions.is_activity
),
latest as (
  select
    acts.handle,
    acts.key as activity,
    acts.value_at as last_activity_at,
    greatest(date_diff('day', acts.value_at::date, run.day), 0) as days_since_active
  from acts
  cross join run
  where acts.nth = 1
)
select
  agents.handle,
  latest.activity,
  latest.last_activity_at,
  latest.days_since_active,
  case
    when latest.handle is null then 'unknown'
    when latest.days_since_active < 30 then 'alive'
    else 'not_alive'
  end as liveness
from int_agents__identified as agents
left join latest using (handle)
where agents.departed_on is null
