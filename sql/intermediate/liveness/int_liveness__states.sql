-- One row per agent and kind by which it is judged: whether it is alive by that, and for how many days (alive_for), or has
-- shown every sign that it can show in the past alone (past_for). Who never showed any has neither, nor has who declares an
-- address that was never asked. shown: its latest sign of life, before all others one that still counts.
with own as (
  select
    kinds.handle,
    kinds.kind,
    max(signs.alive_for) as alive_for,
    case
      when kinds.kind <> 'unasked' and count(*) filter (signs.last_at is not null or signs.past_for is not null) > 0
        and bool_and(signs.past_for is not null)
        then min(signs.past_for)
    end as past_for,
    coalesce(bool_or(signs.is_unread), false) as is_unread,
    coalesce(bool_or(signs.is_out), false) as is_out,
    min(signs.read_on) as read_on,
    max(signs.last_on) as last_on,
    min_by({sign: signs.sign, sign_at: signs.last_at}, (signs.alive_for is null, -epoch(signs.last_at)::bigint, signs.position))
      filter (signs.last_at is not null) as shown
  from int_liveness__kinds as kinds
  left join (select * from int_liveness__signs where is_life) as signs on signs.handle = kinds.handle and signs.kind = kinds.kind
  group by kinds.handle, kinds.kind
),
held as (
  select
    owned.handle,
    'developer' as kind,
    max(own.alive_for) as alive_for,
    if(bool_and(own.past_for is not null), min(own.past_for), null) as past_for,
    bool_or(own.is_unread and own.alive_for is null) as is_unread,
    bool_or(own.is_out and own.alive_for is null) as is_out,
    min(own.read_on) as read_on,
    max(own.last_on) as last_on,
    case when max(own.alive_for) is not null then {sign: 'agent_alive', sign_at: null::timestamp} end as shown
  from int_liveness__own_agents as owned
  join own on own.handle = owned.agent
  group by owned.handle
)
select * from own
union all by name
select held.* from held join int_liveness__kinds as kinds using (handle, kind)
