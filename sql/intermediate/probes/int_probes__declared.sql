-- One row per population, part of it and address that it declares: remotes of the MCP registry, services of ERC-8004 (by
-- chain), resources of the Bazaars (by feed and by chain of payment), A2A cards that were found, and all of these.
with remotes as (
  select unnest(cast(remotes as struct(type varchar, url varchar)[])).url as url
  from stg_mcp_registry__servers
  where departed_on is null
),
services as (
  select chain, unnest(cast(services as struct(name varchar, endpoint varchar, version varchar)[])).endpoint as url
  from stg_erc8004_files__files
),
resources as (
  select feed, resource as url from stg_x402_bazaar__listings where gone_since is null
),
named as (
  select 'mcp_registry' as population, 'all' as dimension, 'all' as value, url from remotes
  union all
  select 'erc8004', unnest(['all', 'chain']), unnest(['all', chain]), url from services
  union all
  select 'bazaar', unnest(['all', 'feed']), unnest(['all', feed]), url from resources
  union all
  select 'bazaar', 'chain', chain, resource from stg_x402_bazaar__offers where not is_gone
  union all
  select 'a2a_cards', 'all', 'all', 'https://' || host || '/.well-known/agent-card.json'
  from stg_endpoint_probes__cards
  where last_ok_at is not null
),
addressed as (
  select named.* exclude (url), probe_address(coalesce(parsed.url, named.url)) as address
  from named
  left join raw_declared_addresses as parsed on parsed.declared = named.url
  where named.url is not null
)
select distinct population, dimension, value, address from addressed
union
select distinct 'all', 'all', 'all', address from addressed
