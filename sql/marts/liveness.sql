-- One row per agent that has not departed. Two facts stand apart: its latest public act (a push, a release, a payment
-- received), and when its own endpoint last answered us. One rule joins them: it is alive when either lies less than
-- alive_days() before the logical date, not alive when neither does, and unknown when neither was ever observed. Days since
-- active count acts alone: a page that answers is a sign of life, but no activity.
with signs as (
  select
    signals.handle,
    signals.key,
    signals.value_at,
    coalesce(definitions.is_activity, false) as is_activity,
    row_number() over (
      partition by signals.handle, coalesce(definitions.is_activity, false) order by signals.value_at desc, signals.key
    ) as nth
  from signals
  join signal_definitions as definitions using (key)
  where definitions.is_activity or definitions.is_probe
),
latest as (
  select
    handle,
    any_value(key) filter (is_activity) as activity,
    any_value(value_at) filter (is_activity) as last_activity_at,
    any_value(value_at) filter (not is_activity) as last_probe_ok_at
  from signs
  where nth = 1
  group by handle
),
aged as (
  select
    latest.*,
    case when last_activity_at is not null then greatest(date_diff('day', last_activity_at::date, run.day), 0) end as days_since_active,
    case when last_probe_ok_at is not null then greatest(date_diff('day', last_probe_ok_at::date, run.day), 0) end as days_since_probe_ok
  from latest
  cross join run
)
select
  agents.handle,
  aged.activity,
  aged.last_activity_at,
  aged.days_since_active,
  aged.last_probe_ok_at,
  aged.days_since_active < alive_days() as is_activity_alive,
  aged.days_since_probe_ok < alive_days() as is_probe_alive,
  case
    when aged.handle is null then 'unknown'
    when coalesce(aged.days_since_active < alive_days(), false) or coalesce(aged.days_since_probe_ok < alive_days(), false) then 'alive'
    else 'not_alive'
  end as liveness
from int_agents__identified as agents
left join aged using (handle)
where agents.departed_on is null
