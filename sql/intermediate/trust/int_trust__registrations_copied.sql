-- One row per agent whose ERC-8004 registration has the name and description of 5 others or more, with how many there
-- are, and how many its owner made itself (null owner: it was given away). The one that had the text first is no copy,
-- unless its owner made 5 of the others: copying an agent casts no shadow on it.
with texts as (
  select
    read.agent_key,
    read.text,
    kept.owner,
    agents.registered_at,
    -- What was read first was there from the registration on, for all we know. An older agent that takes over a text
    -- later has it later.
    if(read.is_first, agents.registered_at, greatest(read.first_read_on::timestamp, agents.registered_at)) as since
  from (select distinct on (agent_key) * from stg_erc8004_files__texts order by agent_key, last_read_on desc, text) as read
  join stg_erc8004_identity__registrations as agents using (agent_key)
  left join int_trust__registrations_kept as kept using (agent_key)
),
counted as (
  select
    agent_key,
    count(*) over (partition by text) - 1 as others,
    if(owner is null, 0, count(*) over (partition by text, owner) - 1) as own_others,
    row_number() over (partition by text order by since, registered_at, agent_key) as nth
  from texts
)
select bound.handle, max(counted.others) as others, max(counted.own_others) as own_others
from counted
join int_records__bound as bound on bound.record_id = 'erc8004_identity:' || counted.agent_key
where counted.own_others >= 5 or (counted.others >= 5 and counted.nth > 1)
group by bound.handle
