-- One row per MCP server, signal and recorded response that the signal is read from.
with servers as (
  select bound.handle, servers.*
  from stg_mcp_registry__servers as servers
  join int_records__handles as bound on bound.record_id = 'mcp_registry:' || servers.name
  where servers.departed_on is null
),
updated as (
  select handle, name as item, observed_at, source_url, response_sha256, 'registry_updated_at' as key, null::double as value, updated_at as value_at
  from servers
),
first_published as (
  select
    servers.handle, servers.name as item, firsts.observed_at, firsts.source_url, firsts.response_sha256,
    'registry_published_at' as key, null::double as value, firsts.published_at as value_at
  from servers
  join stg_mcp_registry__first_versions as firsts using (name)
  -- Versions that another account published under the name say nothing about its present owner.
  left join int_github_accounts__transfers as changed
    on starts_with(lower(servers.name), 'io.github.') and changed.account = split_part(lower(substr(servers.name, 11)), '/', 1)
  where changed.changed_on is null or firsts.published_at::date > changed.changed_on
),
starred as (
  select servers.handle, repositories.full_name as item, repositories.observed_at, repositories.source_url, repositories.response_sha256, unnest([
    {key: 'github_stars', value: round(stars / shared_by, 2), value_at: null::timestamp},
    {key: 'github_forks', value: round(forks / shared_by, 2), value_at: null},
    {key: 'github_pushed_at', value: null, value_at: pushed_at}
  ], recursive := true)
  from servers
  join int_mcp_server__own_repositories as own using (name)
  join int_repositories__aliases as repositories on repositories.repository = own.repository and repositories.is_newest
),
lasting as (
  select
    servers.handle, repositories.full_name as item, lasted.observed_at, lasted.source_url, lasted.response_sha256,
    lasted.key, round(lasted.value / shared_by, 2) as value, null::timestamp as value_at
  from servers
  join int_mcp_server__own_repositories as own using (name)
  join int_repositories__aliases as repositories on repositories.repository = own.repository and repositories.is_newest
  join int_mcp_server__lasting_counts as lasted using (name)
),
-- By registry for the place of publication, and together for the score: a package on two registries is installed from
-- either.
downloaded as (
  select * exclude (category) from int_agents__package_downloads where category = 'mcp_server'
  union all by name
  select * exclude (category) replace (replace(key, '_downloads', ':') || item as item, 'package_downloads' as key)
  from int_agents__package_downloads
  where category = 'mcp_server'
)
select * from updated
union all by name
select * from first_published
union all by name
select * from starred
union all by name
select * from lasting
union all by name
select * from downloaded
union all by name
select
  downloads.handle,
  split_part(downloads.key, '_', 1) || ':' || downloads.item as item,
  downloads.observed_at,
  downloads.source_url,
  downloads.response_sha256,
  'packages_downloaded_at' as key,
  null::double as value,
  downloads.observed_at::timestamptz::timestamp as value_at
from int_agents__package_downloads as downloads
where downloads.category = 'mcp_server' and downloads.value >= min_weekly_downloads()
