-- One row per ERC-8004 agent that still belongs to the account that registered it. A registration can be transferred to
-- anybody without consent, so an owner answers only for its own registrations.
select distinct agents.agent_key, agents.owner
from stg_erc8004_identity__registrations as agents
join stg_erc8004_identity__events as events using (agent_key)
where events.kind = 'registered' and events.account = agents.owner
