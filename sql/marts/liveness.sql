-- One row per agent that has not departed. It is alive while its latest act (it was paid, pushed, released, updated or
-- traded) lies less than alive_days() before the logical date, or its latest answer to a probe less than answer_days().
-- It is not alive only if readings show it: at the last reading of all its signs of life their windows had passed without
-- one, and no reading is so old that a sign could have come and gone unseen. Otherwise it is unknown: is_unread if a new
-- reading would decide, is_out if none was available. holds_days: the number of days, this one included, for which the
-- state holds without another reading. Days since active count acts alone.
with judged as (
  select
    *,
    age < days as is_alive,
    age >= days as is_over,
    coalesce(age - read_age >= days and read_age < days, false) as is_quiet
  from int_reliability__signs_of_life
),
latest as (
  select
    handle,
    first(key order by last_at desc, key) filter (is_activity and last_at is not null) as activity,
    max(last_at) filter (is_activity) as last_activity_at,
    max(last_at) filter (not is_activity) as last_probe_ok_at,
    min(age) filter (is_activity and last_at is not null) as days_since_active,
    bool_or(is_alive) filter (is_activity and last_at is not null) as is_activity_alive,
    bool_or(is_alive) filter (not is_activity and last_at is not null) as is_probe_alive,
    coalesce(bool_or(is_alive) filter (last_at is not null), false) as is_alive,
    bool_and(is_quiet) as is_quiet,
    bool_and(is_over) and not bool_and(is_quiet) as is_unread,
    coalesce(bool_or(is_out) filter (is_over and not is_quiet), false) as is_out,
    min(read_on) as read_on,
    max(days - age) filter (is_alive and last_at is not null) as alive_for,
    min(days - read_age) as quiet_for
  from judged
  group by handle
)
select
  agents.handle,
  latest.activity,
  latest.last_activity_at,
  latest.days_since_active,
  latest.last_probe_ok_at,
  latest.is_activity_alive,
  latest.is_probe_alive,
  case when latest.is_alive then 'alive' when latest.is_quiet then 'not_alive' else 'unknown' end as liveness,
  latest.read_on,
  coalesce(latest.is_unread, false) as is_unread,
  coalesce(latest.is_unread and latest.is_out, false) as is_out,
  case when latest.is_alive then latest.alive_for when latest.is_quiet then latest.quiet_for end as holds_days
from int_agents__profiles as agents
left join latest using (handle)
where agents.departed_on is null
