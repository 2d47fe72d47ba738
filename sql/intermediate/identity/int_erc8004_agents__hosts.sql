-- One row per ERC-8004 agent and host that its file declares as its own. is_proven: the host names the agent. is_only: it
-- names no other. is_paid: the host names no agent, and its own 402 answer requests payment at wallets of this agent
-- only; a host that requests payment at other such addresses too may act for anybody. Hosts where anyone can create a
-- page confirm no agent.
with proven as (
  select host, agent_key, count(*) over (partition by host) as named
  from (select distinct host, agent_key from stg_endpoint_probes__proofs)
),
named as (
  select distinct agent_key, host
  from stg_erc8004_files__services
  anti join raw_shared_hosts using (host)
),
quoted as (
  select distinct host, pay_to as wallet from stg_endpoint_probes__quotes where starts_with(pay_to, '0x')
),
answered as (
  select named.host, named.agent_key, quoted.wallet
  from named
  join int_erc8004_wallets__owners as held using (agent_key)
  join quoted on quoted.host = named.host and quoted.wallet = held.wallet
  anti join proven on proven.host = named.host
),
paid as (
  select answered.host, min(answered.agent_key) as agent_key
  from answered
  join (select host, count(*) as wallets from quoted group by host) as asked using (host)
  group by answered.host, asked.wallets
  having count(distinct answered.agent_key) = 1 and count(distinct answered.wallet) = asked.wallets
)
select
  named.agent_key,
  named.host,
  proven.agent_key is not null as is_proven,
  coalesce(proven.named = 1, false) as is_only,
  paid.agent_key is not null as is_paid
from named
left join proven using (host, agent_key)
left join paid using (host, agent_key)
