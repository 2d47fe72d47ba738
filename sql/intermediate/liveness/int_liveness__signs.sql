-- One row per agent, kind and sign of seed_liveness__signs that it has shown, or that could not be read (awaited): when it
-- was last shown, for how many days, this one included, it keeps the agent alive (alive_for) or is known to be past
-- (past_for) without another reading; is_unread: a reading would decide, is_out: if its source was there. A live agent of
-- a developer is added in int_liveness__states.
with rules as (
  select rules.*, definitions.source, definitions.is_read_singly
  from seed_liveness__signs as rules
  join signal_definitions as definitions on definitions.key = rules.sign
),
rows_read as (
  -- A push may be missed in any unread repository; of the others the newest decides.
  select
    inputs.handle,
    inputs.key,
    if(definitions.source = 'github', min(read.read_on), max_by(read.read_on, inputs.value_at)) as read_on
  from signal_inputs as inputs
  join signal_definitions as definitions using (key)
  join int_liveness__item_reads as read on read.source = definitions.source and read.item = inputs.item
  where inputs.key in (select sign from seed_liveness__signs)
  group by inputs.handle, inputs.key, definitions.source
),
paid as (
  select payers.handle, min(read.read_on) as read_on
  from (select distinct handle, chain from int_agents__payers) as payers
  join int_liveness__source_reads as read on read.source = 'x402_payments' and read.chain = payers.chain
  group by payers.handle
),
whole as (
  select source, max(read_on) as read_on, bool_or(is_out) as is_out
  from int_liveness__source_reads
  group by source
),
shown as (
  select
    kinds.handle,
    rules.*,
    signals.value_at as last_at,
    case
      when rules.is_read_singly then rows_read.read_on
      when rules.source = 'x402_payments' then paid.read_on
      else coalesce(greatest(rows_read.read_on, whole.read_on), rows_read.read_on, whole.read_on)
    end as read_on,
    whole.is_out
  from int_liveness__kinds as kinds
  join rules using (kind)
  join signals on signals.handle = kinds.handle and signals.key = rules.sign and signals.value_at is not null
  left join rows_read on rows_read.handle = kinds.handle and rows_read.key = rules.sign
  left join paid on paid.handle = kinds.handle
  left join whole on whole.source = rules.source
),
aged as (
  select
    shown.*,
    greatest(date_diff('day', last_at::date, run.day), 0) as age,
    date_diff('day', read_on, run.day) as read_age,
    coalesce(age - read_age >= days and read_age < days, false) as is_past
  from shown
  cross join run
),
answered as (
  select askings.*, rules.* exclude (kind), rules.kind, probes.is_out
  from int_liveness__askings as askings
  join int_liveness__kinds as kinds using (handle)
  join seed_liveness__signs as rules on rules.kind = kinds.kind and rules.sign = 'address_answered'
  left join whole as probes on probes.source = 'endpoint_probes'
)
select
  handle, kind, sign, position, is_life, is_upkeep, last_at,
  least(last_at::date, run.day) as last_on,
  age,
  read_on,
  case when age < days then days - age end as alive_for,
  case when is_past then days - read_age end as past_for,
  age >= days and not is_past as is_unread,
  age >= days and not is_past and if(is_read_singly, coalesce(is_out, false), coalesce(read_age > 0, true)) as is_out
from aged
cross join run
union all by name
select
  handle, kind, sign, position, is_life, is_upkeep, answered_at as last_at, answered_on as last_on, null::bigint as age, read_on,
  alive_for, silent_for as past_for, is_unread, is_unread and coalesce(is_out, false) as is_out
from answered
union all by name
select awaited.handle, awaited.kind, awaited.sign, rules.position, rules.is_life, rules.is_upkeep, true as is_unread, awaited.is_out
from int_liveness__awaited as awaited
join int_liveness__kinds as kinds on kinds.handle = awaited.handle and kinds.kind = awaited.kind
join seed_liveness__signs as rules on rules.kind = awaited.kind and rules.sign = awaited.sign
