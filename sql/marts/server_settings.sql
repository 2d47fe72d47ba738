-- One row per agent that has not departed and present server of the MCP registry that is part of it: what its publisher lists
-- for connecting to it, unchecked; null where it was not read yet.
select
  bound.handle,
  servers.name,
  servers.version,
  servers.published_at::date::varchar as published_on,
  servers.settings::varchar as settings
from stg_mcp_registry__servers as servers
join int_records__handles as bound on bound.record_id = 'mcp_registry:' || servers.name
join liveness using (handle)
where servers.departed_on is null
order by bound.handle, servers.name
