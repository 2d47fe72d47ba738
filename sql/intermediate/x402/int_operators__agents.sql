-- One row per chain, operator (a paid address) and agent whose host requests payment to it: in its own 402 answer, or, for
-- a host that never gave one, in the Bazaar, where anybody may list it. A claim that neither the host's answer, nor a
-- signature of the wallet, nor the first reading confirms credits nobody. An agent that first requests payment more than
-- a day after the operator was paid there is not credited: the payments were for another. Of the others one is credited:
-- one that it signed for, then the first seen to request, then one with an answer of its own, then the one with more
-- resources, then the smaller handle. With an answer of its own it shares with those whose own answers are as old
-- (shared_by), so that a host that names a busy address later gets nothing.
with sellers as (
  select record_id, source_key as host from int_service__records where source in ('x402_bazaar', 'a2a_cards')
),
gathered as (
  select asked.chain, asked.operator, bound.handle, asked.since, asked.resource, asked.is_own_answer, asked.is_confirmed
  from int_operators__payment_requests as asked
  join sellers using (host)
  join int_records__handles as bound using (record_id)
  join int_agents__profiles as agents using (handle)
  where agents.departed_on is null
),
claims as (
  select
    chain, operator, handle,
    min(since) as since,
    count(distinct resource) as resources,
    bool_or(is_own_answer) as is_own_answer,
    bool_or(is_confirmed) as is_confirmed
  from gathered
  group by chain, operator, handle
),
signed as (
  select distinct handle, wallet as operator from int_erc8004_wallets__signatures
),
paid as (
  select chain, operator, min(paid_on) as first_paid_on from stg_x402_payments__payments group by chain, operator
),
in_time as (
  select claims.*, signed.handle is not null as is_signed
  from claims
  left join paid using (chain, operator)
  left join signed on signed.operator = claims.operator and signed.handle = claims.handle
  -- Entries of the first reading of a feed are older, by an unknown time.
  where (claims.is_confirmed or signed.handle is not null) and (
    paid.first_paid_on is null
    or claims.since <= paid.first_paid_on + 1
    or claims.since = (select min(since) from int_operators__payment_requests)
  )
),
best as (
  select distinct on (chain, operator) *
  from in_time
  order by chain, operator, not is_signed, since, not is_own_answer, resources desc, handle
),
credited as (
  select in_time.chain, in_time.operator, in_time.handle
  from in_time
  join best using (chain, operator)
  where in_time.handle = best.handle or (
    not best.is_signed and best.is_own_answer and in_time.is_own_answer and in_time.since = best.since
  )
),
shared as (
  select *, count(*) over (partition by chain, operator) as shared_by from credited
)
select distinct
  gathered.chain,
  gathered.operator,
  gathered.handle,
  shared.handle is not null as is_credited,
  shared.shared_by
from gathered
left join shared using (chain, operator, handle)
