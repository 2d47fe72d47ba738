-- One row per ERC-8004 agent and host that its file names as its own: whether the host names the agent back, and
-- whether it names this one alone. Hosts where anyone can have a page name nobody.
with proven as (
  select host, agent_key, count(*) over (partition by host) as named
  from (select distinct host, agent_key from stg_endpoint_probes__proofs)
)
select
  services.agent_key,
  services.host,
  bool_or(proven.agent_key is not null) as is_proven,
  bool_or(coalesce(proven.named = 1, false)) as is_only
from stg_erc8004_files__services as services
anti join raw_shared_hosts as shared using (host)
left join proven using (host, agent_key)
group by services.agent_key, services.host
