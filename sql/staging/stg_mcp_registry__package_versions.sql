-- One row per present MCP server, package that it lists and version that it names for it; null where it names none.
with listed as (
  select
    name,
    -- Rows from before versions were read have none.
    unnest(
      from_json(packages, '[{"registry":"VARCHAR","identifier":"VARCHAR","registry_url":"VARCHAR","version":"VARCHAR"}]'),
      recursive := true
    )
  from stg_mcp_registry__servers
  where departed_on is null
)
select distinct listed.name, names.registry, names.package, nullif(listed.version, '') as version
from listed
join raw_package_names as names
  on names.listed_registry = listed.registry and names.identifier = listed.identifier
    and names.registry_url is not distinct from listed.registry_url
