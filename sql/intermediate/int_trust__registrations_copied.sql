-- One row per agent whose ERC-8004 registration has the name and description of 5 others or more. The oldest of them
-- is no copy, unless its owner registered 5 of the others: copying an agent casts no shadow on it.
with texts as (
  select
    files.agent_key,
    agents.owner,
    agents.registered_at,
    md5(lower(trim(coalesce(files.name, ''))) || chr(10) || lower(trim(coalesce(files.description, '')))) as text
  from stg_erc8004_files__files as files
  join stg_erc8004_identity__registrations as agents using (agent_key)
  where trim(coalesce(files.name, '') || coalesce(files.description, '')) <> ''
),
counted as (
  select
    agent_key,
    count(*) over (partition by text) - 1 as others,
    count(*) over (partition by text, owner) - 1 as others_of_owner,
    row_number() over (partition by text order by registered_at, agent_key) as nth
  from texts
)
select bound.handle, max(counted.others) as others
from counted
join int_records__bound as bound on bound.record_id = 'erc8004_identity:' || counted.agent_key
where counted.others >= 5 and (counted.nth > 1 or counted.others_of_owner >= 5)
group by bound.handle
