-- One row per agent and address that its present records declare, in the form in which probes are joined: in lower case
-- without a final slash. is_own: the agent itself names it, not only the Bazaar. Route templates are no addresses.
with remotes as (
  select
    'mcp_registry:' || name as record_id,
    unnest(cast(remotes as struct(type varchar, url varchar)[])).url as url
  from stg_mcp_registry__servers
  where departed_on is null
),
services as (
  select
    'erc8004_identity:' || agent_key as record_id,
    unnest(cast(services as struct(name varchar, endpoint varchar, version varchar)[])).endpoint as url
  from stg_erc8004_files__files
),
named as (
  select record_id, url, true as is_own from remotes
  union all
  select record_id, url, true from services
  union all
  select 'a2a_cards:' || host, source_url, true from stg_endpoint_probes__cards where last_ok_at is not null
  union all
  select 'x402_bazaar:' || host, resource, false from stg_x402_bazaar__listings where gone_since is null
)
select bound.handle, probe_address(coalesce(parsed.url, named.url)) as address, bool_or(named.is_own) as is_own
from named
join int_records__handles as bound using (record_id)
left join raw_declared_addresses as parsed on parsed.declared = named.url
where named.url is not null and not is_route_template(named.url)
group by bound.handle, address
