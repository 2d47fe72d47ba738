-- One row per agent, key that its records have and way in which it is known to be the agent's: by an id that is the
-- agent's own, by a former handle, by a curated entry, by an answer of its host, a quote, a signature, a verified account, its owner on
-- chain, its own word alone, or a listing that anybody can write. Texts are as the sources have them; departed agents
-- keep theirs.
with held as (
  select keys.record_id, bound.handle, keys.key, split_part(keys.key, ':', 1) as kind
  from int_records__keys as keys
  join int_records__handles as bound using (record_id)
),
servers as (
  select bound.handle, servers.*
  from stg_mcp_registry__servers as servers
  join int_records__handles as bound on bound.record_id = 'mcp_registry:' || servers.name
),
registrations as (
  select bound.handle, registered.*
  from stg_erc8004_identity__registrations as registered
  join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || registered.agent_key
),
curated as (
  select 'catalog:developer/' || id as record_id, unnest(list_concat([website], source_urls)) as url from stg_catalog__developers
  union
  select 'catalog:family/' || id, unnest(source_urls) from stg_catalog__families
),
-- A server that only has its place on a host of many is not what the host stands for.
hosts as (
  select named.handle, named.host, if(named.how = 'proven', if(answering.host is null, 'verified', 'host'), named.how) as how
  from int_agents__hosts as named
  left join int_hosts__own_answers as answering using (handle, host)
  union
  select handle, regexp_extract(address, '^[a-z]+://([^/:?#]+)', 1), if(is_own, 'declared', 'listed')
  from int_agents__addresses
  union
  select handle, lower(regexp_extract(website, '(?i)^https?://([^/:?#@]+)', 1)), 'declared' from agents where website is not null
),
named as (
  select handle, 'erc8004' as kind, agent_key as text, 'id' as how from registrations
  union all
  select handle, 'erc8004', chain || ':' || registry || '/' || agent_id, 'id' from registrations
  union all
  select merged_into, 'handle', handle, 'former' from retired_handles
  union all
  select handle, 'wallet', owner, 'owner' from registrations where owner is not null
  union all
  select handle, 'wallet', wallet, case place when 'registration' then 'declared' else place end from int_trust__payment_wallets
  union all
  select bound.handle, 'wallet', offers.pay_to, 'listed'
  from stg_x402_bazaar__offers as offers
  join int_records__handles as bound on bound.record_id = 'x402_bazaar:' || offers.host
  where not offers.is_gone and offers.pay_to is not null
  union all
  select handle, 'registry_name', name, 'id' from servers
  union all
  select servers.handle, 'package', packages.registry || '/' || packages.package, 'declared'
  from stg_mcp_registry__packages as packages
  join servers using (name)
  union all
  select handle, 'repository', repository_url, 'declared' from agents where repository_url is not null
  union all
  select handle, 'repository', 'github.com/' || repository || if(repository_subfolder = '', '', '#' || repository_subfolder), 'declared'
  from servers
  where repository is not null
  union all
  select servers.handle, 'repository', 'github.com/' || owned.repository || if(owned.repository_subfolder = '', '', '#' || owned.repository_subfolder), 'account'
  from int_mcp_server__repositories as owned
  join servers using (name)
  union all
  select handle, 'account', substr(key, 9), 'account' from held where kind = 'account'
  union all
  select handle, 'record', key, if(kind in ('token', 'family', 'developer'), 'id', 'declared')
  from held
  where kind in ('token', 'family', 'developer', 'organization', 'owned')
  union all
  select bound.handle, 'url', curated.url, 'curated'
  from curated
  join int_records__handles as bound using (record_id)
  union all
  select bound.handle, 'repository', 'github.com/' || tracked.repository, 'declared'
  from raw_catalog_repositories as tracked
  join int_records__handles as bound on bound.record_id = 'catalog:developer/' || tracked.developer
  union all
  select bound.handle, 'package', tracked.registry || '/' || tracked.package, 'declared'
  from raw_catalog_packages as tracked
  join int_records__handles as bound on bound.record_id = 'catalog:developer/' || tracked.developer
  union all
  select addresses.handle, 'address', addresses.address, case when hosts.how = 'proven' and answering.host is null then 'verified' when hosts.how = 'proven' then 'host' when addresses.is_own then 'declared' else 'listed' end
  from int_agents__addresses as addresses
  left join int_agents__hosts as hosts
    on hosts.handle = addresses.handle and hosts.host = regexp_extract(addresses.address, '^[a-z]+://([^/:?#]+)', 1)
  left join int_hosts__own_answers as answering on answering.handle = addresses.handle and answering.host = hosts.host
  union all
  select handle, 'address', website, 'declared' from agents where website is not null
  union all
  select handle, if(shared.host is null, 'host', 'address'), hosts.host, hosts.how
  from hosts
  left join raw_shared_hosts as shared on shared.host = hosts.host
  where hosts.host <> ''
),
-- A name or a domain that looks like that of another agent makes its own word and listings worth nothing.
imitating as (
  select distinct handle from int_trust__impersonations
)
select
  row_number() over (order by kind, text, how, position nulls last, handle) - 1 as place,
  *
from (
  select distinct
    named.handle,
    named.kind,
    named.text,
    if(imitating.handle is not null and named.how in ('declared', 'listed'), 'imitating', named.how) as how,
    find_order.position
  from named
  left join imitating using (handle)
  left join find_order using (handle)
  where named.text is not null
)
order by place
