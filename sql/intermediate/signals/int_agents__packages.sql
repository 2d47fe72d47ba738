-- One row per agent and package whose downloads count for it, with the number of agents that share them: the packages
-- of a present MCP server, which the registry verifies, and those of a catalogued developer.
with servers as (
  select packages.registry, packages.package, packages.name, bound.handle
  from stg_mcp_registry__packages as packages
  join int_records__handles as bound on bound.record_id = 'mcp_registry:' || packages.name
  where not packages.is_departed
),
developers as (
  select packages.registry, packages.package, bound.handle
  from raw_catalog_packages as packages
  join int_records__handles as bound on bound.record_id = 'catalog:developer/' || packages.developer
  union
  select servers.registry, servers.package, bound.handle
  from servers
  join int_mcp_server__repositories as credited using (name)
  join int_accounts__proofs as accounts on accounts.account = credited.repository_owner
  join int_records__handles as bound using (record_id)
  where starts_with(accounts.record_id, 'catalog:')
)
select distinct handle, registry, package, 'mcp_server' as category, count(distinct handle) over (partition by registry, package) as shared_by
from servers
union all
select handle, registry, package, 'developer' as category, 1 as shared_by
from developers
