-- One row per record of an MCP server: a name in the official registry.
select
  'mcp_registry:' || name as record_id,
  'mcp_registry' as source,
  'mcp_server' as category,
  name as source_key,
  coalesce(title, name) as name,
  description,
  'https://registry.modelcontextprotocol.io/v0.1/servers/' || url_encode(name) || '/versions/latest' as record_url,
  if(is_route_template(website_url), null, website_url) as website,
  case when repository is not null then 'https://github.com/' || repository end as repository_url,
  departed_on,
  departed_reason,
  strftime(published_at, '%Y-%m-%dT%H:%M:%SZ') as published_at,
  first_seen_on,
  observed_at
from stg_mcp_registry__servers
