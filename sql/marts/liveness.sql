-- One row per agent that has not departed. It is alive while a sign of life of seed_liveness__signs, for a kind that it
-- is, counts; not alive if for every kind all signs that it could show were read, and are past; else unknown: is_unread
-- if a reading would decide, is_out if none was available. sign: what the state rests on, with its time; holds_days: for
-- how many days, this one included, it holds without another reading. Maintained: pushed or released, beside the state.
-- Days since active count all signs but answers to our probes.
with kinds as (
  select
    states.handle,
    min_by(
      {kind: states.kind, shown: states.shown},
      (states.alive_for is null, states.shown is null, coalesce(-epoch(states.shown.sign_at)::bigint, 0), states.kind)
    ) as chosen,
    max(states.last_on) as last_on,
    max(states.alive_for) as alive_for,
    if(bool_and(states.past_for is not null), min(states.past_for), null) as past_for,
    bool_or(states.is_unread) as is_unread,
    bool_or(states.is_out) as is_out,
    min(states.read_on) as read_on
  from int_liveness__states as states
  group by states.handle
),
acts as (
  select
    handle,
    first(sign order by last_at desc, sign) as activity,
    max(last_at) as last_activity_at,
    min(age) as days_since_active,
    max(last_at) filter (is_upkeep) as maintained_at,
    bool_or(alive_for is not null) filter (is_upkeep) as is_maintained
  from int_liveness__signs
  where last_at is not null and sign <> 'address_answered'
  group by handle
)
select
  agents.handle,
  case when kinds.alive_for is not null then 'alive' when kinds.past_for is not null then 'not_alive' else 'unknown' end as liveness,
  kinds.chosen.kind as kind,
  kinds.chosen.shown.sign as sign,
  kinds.chosen.shown.sign_at as sign_at,
  kinds.last_on,
  acts.activity,
  acts.last_activity_at,
  acts.days_since_active,
  askings.answered_at as last_probe_ok_at,
  case when askings.answered_at is not null then askings.answered_kind end as answered_kind,
  coalesce(askings.addresses, 0) as addresses,
  coalesce(askings.asked_addresses, 0) as asked_addresses,
  askings.read_on as asked_on,
  acts.is_maintained,
  acts.maintained_at,
  kinds.read_on,
  kinds.alive_for is null and kinds.past_for is null and coalesce(kinds.is_unread, false) as is_unread,
  kinds.alive_for is null and kinds.past_for is null and coalesce(kinds.is_out, false) as is_out,
  coalesce(kinds.alive_for, kinds.past_for) as holds_days
from int_agents__profiles as agents
left join kinds using (handle)
left join acts using (handle)
left join int_liveness__askings as askings using (handle)
where agents.departed_on is null
