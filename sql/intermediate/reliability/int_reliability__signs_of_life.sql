-- One row per agent that has not departed and sign of life that decides its liveness: when it was last seen (null: never),
-- the day from which it would have been seen, and the last day on which its source was read for the agent. An agent
-- without any sign is judged by the signs of its category.
with definitions as (
  select *, if(is_probe, answer_days(), alive_days()) as days from signal_definitions where is_activity or is_probe
),
rows_read as (
  -- A push may be missed in any unread repository; of addresses, the one that answered last decides.
  select
    inputs.handle,
    inputs.key,
    if(definitions.source = 'github', min(read.read_on), max_by(read.read_on, inputs.value_at)) as read_on
  from signal_inputs as inputs
  join definitions using (key)
  join int_reliability__item_reads as read on read.source = definitions.source and read.item = inputs.item
  group by inputs.handle, inputs.key, definitions.source
),
paid as (
  select payers.handle, min(read.read_on) as read_on
  from (select distinct handle, chain from int_agents__payers) as payers
  join int_reliability__source_reads as read on read.source = 'x402_payments' and read.chain = payers.chain
  group by payers.handle
),
whole as (
  select source, max(first_read_on) as first_read_on, min(read_on) as read_on, bool_or(is_out) as is_out
  from int_reliability__source_reads
  group by source
),
shown as (
  select
    signals.handle,
    definitions.*,
    signals.value_at as last_at,
    signals.value_at::date as since,
    case
      when definitions.is_read_singly then rows_read.read_on
      when definitions.source = 'x402_payments' then paid.read_on
      else coalesce(greatest(rows_read.read_on, whole.read_on), rows_read.read_on, whole.read_on)
    end as read_on
  from signals
  join definitions using (key)
  left join rows_read using (handle, key)
  left join paid on paid.handle = signals.handle
  left join whole on whole.source = definitions.source
),
awaited as (
  select
    agents.handle,
    definitions.*,
    null::timestamp as last_at,
    greatest(agents.first_seen_on, whole.first_read_on) as since,
    whole.read_on
  from int_agents__profiles as agents
  join definitions on definitions.shown_by = agents.primary_category
  join whole on whole.source = definitions.source
  where whole.read_on is not null and agents.handle not in (select handle from shown)
)
select
  signs.handle,
  signs.key,
  signs.is_activity,
  signs.days,
  signs.last_at,
  greatest(date_diff('day', signs.since, run.day), 0) as age,
  signs.read_on,
  date_diff('day', signs.read_on, run.day) as read_age,
  if(signs.is_read_singly, whole.is_out, coalesce(signs.read_on < run.day, true)) as is_out
from (select * from shown union all by name select * from awaited) as signs
join int_agents__profiles as agents using (handle)
left join whole on whole.source = signs.source
cross join run
where agents.departed_on is null
