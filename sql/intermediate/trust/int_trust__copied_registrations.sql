-- One row per agent whose ERC-8004 registration has the name and description of 5 others or more, with their number, and
-- the number that its owner made itself (null owner: it was transferred). The first one with the text is no copy, unless
-- its owner made 5 of the others: copies by others do not count against the original.
with texts as (
  select
    read.agent_key,
    read.text,
    kept.owner,
    agents.registered_at,
    -- The first text read counts as present since the registration. An older agent that adopts a text later has it
    -- later.
    if(read.is_first, agents.registered_at, greatest(read.first_read_on::timestamp, agents.registered_at)) as since
  from (select distinct on (agent_key) * from stg_erc8004_files__texts order by agent_key, last_read_on desc, text) as read
  join stg_erc8004_identity__registrations as agents using (agent_key)
  left join int_trust__original_owners as kept using (agent_key)
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
join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || counted.agent_key
where counted.own_others >= 5 or (counted.others >= 5 and counted.nth > 1)
group by bound.handle
