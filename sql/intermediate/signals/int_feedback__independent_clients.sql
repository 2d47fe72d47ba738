-- One row per ERC-8004 agent and client whose feedback is counted: not a present or past owner, nor an account that wrote
-- to its registration or signed for it, and not a member of a ring, that is, of clients that have reviewed more than 20
-- agents (a reviewer for hire) or only agents of one owner with 5 or more.
with given as (
  select distinct feedback.agent_key, feedback.client, agents.owner
  from stg_erc8004_reputation__feedback as feedback
  join stg_erc8004_identity__registrations as agents using (agent_key)
),
own as (
  select agent_key, account as wallet from stg_erc8004_identity__events where account is not null
  union
  select agent_key, owner from stg_erc8004_identity__registrations
  union
  select agent_key, wallet from stg_erc8004_identity__wallets where is_signed
),
clients as (
  select client, count(distinct agent_key) as agents, count(distinct owner) as owners
  from given
  group by client
)
select given.agent_key, given.client
from given
join clients using (client)
anti join own on own.agent_key = given.agent_key and own.wallet = given.client
where clients.agents <= 20 and not (clients.owners = 1 and clients.agents >= 5)
