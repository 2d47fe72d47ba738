-- One row per MCP server and package that it lists, without the version that some identifiers carry.
with listed as (
  select name, departed_on, unnest(cast(packages as struct(registry varchar, identifier varchar)[]), recursive := true)
  from stg_mcp_registry__servers
)
select distinct
  name,
  lower(registry) as registry,
  case lower(registry)
    -- PEP 503: case and the choice of -, _ and . do not tell packages apart.
    when 'pypi' then regexp_replace(regexp_replace(lower(identifier), '==.*$', ''), '[-_.]+', '-', 'g')
    else regexp_replace(regexp_replace(lower(identifier), '(?:@sha256)?:[^/]*$', ''), '(.)@[^/@]*$', '\1')
  end as package,
  departed_on is not null as is_departed
from listed
where identifier is not null and registry is not null
