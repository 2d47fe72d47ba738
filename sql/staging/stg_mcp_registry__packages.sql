-- One row per MCP server and package that it lists, without the version that some identifiers carry.
with listed as (
  select name, departed_on, unnest(cast(packages as struct(registry varchar, identifier varchar)[]), recursive := true)
  from stg_mcp_registry__servers
)
select distinct listed.name, names.registry, names.package, listed.departed_on is not null as is_departed
from listed
join raw_package_names as names
  on names.listed_registry = listed.registry and names.identifier = listed.identifier
