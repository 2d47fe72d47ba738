-- One row per chain, operator (an address that is paid) and agent whose host asks for payment to it: in its own answer
-- 402, or, for a host that never gave one, in the Bazaar, where a stranger may list it. One agent is credited with the
-- operator on a chain: one that it signed for, then the one seen to ask first, then the one with more resources, then the
-- smaller handle. Who asks only after the operator was paid there, by more than a day, is not credited: the payments
-- were meant for another.
with sellers as (
  select record_id, source_key as host from int_service_records__listed where source in ('x402_bazaar', 'a2a_cards')
),
gathered as (
  select asked.chain, asked.operator, bound.handle, asked.since, asked.resource
  from int_operators__asked as asked
  join sellers using (host)
  join int_records__bound as bound using (record_id)
  join int_agents__identified as agents using (handle)
  where agents.departed_on is null
),
claims as (
  select chain, operator, handle, min(since) as since, count(distinct resource) as resources
  from gathered
  group by chain, operator, handle
),
signed as (
  select distinct handle, wallet as operator from int_erc8004_wallets__signed
),
paid as (
  select chain, operator, min(paid_on) as first_paid_on from stg_x402_payments__payments group by chain, operator
),
credited as (
  select distinct on (claims.chain, claims.operator) claims.chain, claims.operator, claims.handle
  from claims
  left join paid using (chain, operator)
  left join signed on signed.operator = claims.operator and signed.handle = claims.handle
  -- What stood in the feeds when they were first read was there before: nobody knows for how long.
  where paid.first_paid_on is null
    or claims.since <= paid.first_paid_on + 1
    or claims.since = (select min(since) from int_operators__asked)
  order by claims.chain, claims.operator, signed.handle is null, claims.since, claims.resources desc, claims.handle
)
select distinct gathered.chain, gathered.operator, gathered.handle, credited.handle is not null as is_credited
from gathered
left join credited using (chain, operator, handle)
