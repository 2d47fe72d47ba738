-- One row per MCP server and package that it lists, without the version that some identifiers carry. Packages
-- of other registries than the public one are left out.
with listed as (
  select
    name, departed_on,
    -- Rows from before registry addresses were read have none.
    unnest(from_json(packages, '[{"registry":"VARCHAR","identifier":"VARCHAR","registry_url":"VARCHAR"}]'), recursive := true)
  from stg_mcp_registry__servers
)
select distinct listed.name, names.registry, names.package, listed.departed_on is not null as is_departed
from listed
join raw_package_names as names
  on names.listed_registry = listed.registry and names.identifier = listed.identifier
    and names.registry_url is not distinct from listed.registry_url
