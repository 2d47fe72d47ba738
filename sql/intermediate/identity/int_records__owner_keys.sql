-- One row per record and key that it shares with another of the same name and the same proven owner: a wallet that
-- answers for both registrations, an account or a domain that the MCP registry verified for the publisher, or the domain
-- that serves the card. Contradictions cancel such a key: registrations that name hosts and none in common, and servers
-- with other code, or whose names differ by more than a number at the end.
with servers as (
  select
    'mcp_registry:' || name as record_id,
    split_part(lower(name), '/', 1) as space,
    split_part(name, '/', 2) as own_name,
    title,
    repository,
    nullif(repository_subfolder, '') as folder
  from stg_mcp_registry__servers
  where departed_on is null
),
named as (
  select 'erc8004_identity:' || held.agent_key as record_id, 'wallet/' || held.wallet as owner, files.name
  from int_erc8004_wallets__owners as held
  join stg_erc8004_files__files as files using (agent_key)
  union all
  select record_id, 'account/github.com/' || account, coalesce(title, own_name)
  from servers
  join int_accounts__proofs using (record_id)
  where starts_with(space, 'io.github.')
  union all
  select record_id, 'domain/' || host, coalesce(title, own_name)
  from servers
  join int_hosts__proofs using (record_id)
  union all
  -- A card that names another host was served through a redirect, or is about another agent.
  select 'a2a_cards:' || host, 'domain/' || host, name
  from stg_endpoint_probes__cards
  where last_ok_at is not null and regexp_extract(url, '(?i)^https://([^/:?#@]+)', 1) in ('', host)
),
keyed as (
  select record_id, 'owned:' || owner || '/' || plain as key
  from (select record_id, owner, trim(regexp_replace(lower(name), '[^\p{L}\p{M}\p{N}]+', ' ', 'g')) as plain from named)
  where length(plain) >= 3
),
hosted as (
  select keyed.key, keyed.record_id, hosts.host
  from keyed
  join int_erc8004_agents__hosts as hosts on keyed.record_id = 'erc8004_identity:' || hosts.agent_key
),
apart as (
  select key
  from (select key, host, count(*) as records from hosted group by key, host)
  join (select key, count(distinct record_id) as all_records from hosted group by key) using (key)
  group by key, all_records
  having max(records) < all_records
  union
  select key
  from keyed
  join servers using (record_id)
  group by key
  having count(distinct repository) > 1 or count(distinct folder) > 1
    or count(distinct regexp_replace(lower(own_name), '[^\p{L}\p{N}]+|[^\p{L}\p{N}]*[0-9]+$', '', 'g')) > 1
)
select keyed.record_id, keyed.key
from keyed
anti join apart using (key)
qualify count(*) over (partition by keyed.key) > 1
