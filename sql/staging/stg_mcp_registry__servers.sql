-- One row per server name in the MCP registry, as it was last seen.
select
  servers.name,
  servers.title,
  servers.description,
  servers.version,
  servers.status,
  try_cast(servers.published_at as timestamptz)::timestamp as published_at,
  try_cast(servers.updated_at as timestamptz)::timestamp as updated_at,
  servers.website_url,
  addresses.owner as repository_owner,
  addresses.repository,
  lower(trim(coalesce(nullif(servers.repository_subfolder, ''), addresses.folder, ''), '/')) as repository_subfolder,
  servers.repository_url,
  cast(servers.packages as json) as packages,
  cast(servers.remotes as json) as remotes,
  -- Null in rows of before settings were read.
  cast(servers.settings as json) as settings,
  case
    when servers.status <> 'active'
      then coalesce(try_cast(coalesce(servers.status_changed_at, servers.updated_at) as timestamptz)::date, servers.observed_on)
    when servers.gone_since is not null then servers.gone_since
  end as departed_on,
  case
    when servers.status = 'deleted' then 'deleted by its publisher in the MCP registry'
    when servers.status = 'deprecated' then 'deprecated by its publisher in the MCP registry'
    when servers.gone_since is not null then 'no longer listed in the MCP registry'
  end as departed_reason,
  servers.first_seen_on,
  servers.observed_on,
  servers.observed_at,
  servers.source_url,
  servers.response_sha256
from raw_mcp_registry as servers
left join raw_repository_addresses as addresses
  on addresses.url = servers.repository_url and addresses.host = 'github.com'
