-- One row per ERC-8004 agent and host that its file names as its own: whether the host names the agent back, whether it
-- names this one alone, and whether, naming nobody, it asks in its own answer 402 to be paid at a wallet of this agent
-- and of no other that names it (is_paid). Hosts where anyone can have a page name nobody.
with proven as (
  select host, agent_key, count(*) over (partition by host) as named
  from (select distinct host, agent_key from stg_endpoint_probes__proofs)
),
named as (
  select distinct agent_key, host
  from stg_erc8004_files__services
  anti join raw_shared_hosts using (host)
),
paid as (
  select named.host, min(named.agent_key) as agent_key
  from named
  join int_erc8004_wallets__held as held using (agent_key)
  join stg_endpoint_probes__quotes as quotes on quotes.host = named.host and quotes.pay_to = held.wallet
  anti join proven on proven.host = named.host
  group by named.host
  having count(distinct named.agent_key) = 1
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
