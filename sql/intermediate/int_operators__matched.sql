-- One row per chain, operator (an address that is paid) and agent whose host asks for payment to it, in the Bazaar or
-- in its own answer 402. One agent is credited with the operator, on all chains: the one that was seen to ask first, then the one
-- with more resources, then the smaller handle.
with asked as (
  select chain, pay_to as operator, host, resource, first_seen_on from stg_x402_bazaar__offers
  union all
  select chain, pay_to, host, url, observed_on from stg_endpoint_probes__quotes
),
sellers as (
  select 'x402_bazaar:' || host as record_id, host from stg_x402_bazaar__listings
  union
  select 'a2a_cards:' || host, host from stg_a2a_cards__cards
),
gathered as (
  select asked.chain, asked.operator, bound.handle, min(asked.first_seen_on) as since, count(distinct asked.resource) as resources
  from asked
  join sellers using (host)
  join int_records__bound as bound using (record_id)
  join int_agents__identified as agents using (handle)
  where agents.departed_on is null
  group by asked.chain, asked.operator, bound.handle
),
claims as (
  select operator, handle, min(since) as since, sum(resources) as resources
  from gathered
  group by operator, handle
),
credited as (
  select distinct on (operator) operator, handle
  from claims
  order by operator, since, resources desc, handle
)
select gathered.chain, gathered.operator, gathered.handle, credited.handle is not null as is_credited
from gathered
left join credited using (operator, handle)
