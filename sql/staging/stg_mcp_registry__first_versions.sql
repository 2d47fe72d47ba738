-- One row per server name in the MCP registry: the earliest version of it that was ever seen, by the registry's own date.
with dated as (
  select name, try_cast(published_at as timestamptz)::timestamp as published_at, observed_on, observed_at, source_url, response_sha256
  from observed_mcp_registry
)
select name, published_at, observed_at, source_url, response_sha256
from dated
where published_at is not null
qualify row_number() over (partition by name order by published_at, observed_on, observed_at, source_url) = 1
