-- One row per ERC-8004 agent and client whose feedback is counted: not its owner, and not one of a ring, that is, of
-- clients that have reviewed more than 20 agents (a reviewer for hire) or only agents of one owner with 5 or more.
with given as (
  select distinct feedback.agent_key, feedback.client, agents.owner
  from stg_erc8004_reputation__feedback as feedback
  join stg_erc8004_identity__registrations as agents using (agent_key)
),
clients as (
  select client, count(distinct agent_key) as agents, count(distinct owner) as owners
  from given
  group by client
)
select given.agent_key, given.client
from given
join clients using (client)
where given.client <> given.owner and clients.agents <= 20 and not (clients.owners = 1 and clients.agents >= 5)
