-- One row per MCP server, signal and recorded response that the signal is read from.
with servers as (
  select bound.handle, servers.*
  from stg_mcp_registry__servers as servers
  join int_records__bound as bound on bound.record_id = 'mcp_registry:' || servers.name
  where servers.departed_on is null
),
credited as (
  select servers.handle, credited.repository, count(*) over (partition by credited.repository) as shared_by
  from servers
  join int_server_repositories__credited as credited using (name)
),
listed as (
  select handle, name as item, observed_at, source_url, response_sha256, unnest([
    {key: 'registry_updated_at', value: null::double, value_at: updated_at},
    {key: 'registry_published_at', value: null, value_at: published_at},
    {key: 'distribution_channels', value: json_array_length(packages) + json_array_length(remotes), value_at: null},
    {
      key: 'metadata_fields',
      value: (title is not null)::int + (description is not null)::int
        + (website_url is not null)::int + (repository_url is not null)::int,
      value_at: null
    }
  ], recursive := true)
  from servers
),
starred as (
  select handle, full_name as item, observed_at, source_url, response_sha256, unnest([
    {key: 'github_stars', value: round(stars / shared_by, 2), value_at: null::timestamp},
    {key: 'github_forks', value: round(forks / shared_by, 2), value_at: null},
    {key: 'github_pushed_at', value: null, value_at: pushed_at}
  ], recursive := true)
  from credited
  join stg_github__repositories using (repository)
)
select * from listed
union all by name
select * from starred
union all by name
select * exclude (category) from int_packages__downloaded where category = 'mcp_server'
