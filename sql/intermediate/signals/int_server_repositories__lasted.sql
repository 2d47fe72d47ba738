-- One row per MCP server with a repository that is evidence of it, and count: the fewest stars, and forks, that the repository
-- had on any of the last lasting_days(), by the newest answer that says so. Most bought stars vanish within a month. Of a
-- repository that has been seen for less there is no such number, and it counts for young_stars() and young_forks() at most;
-- but in the first days of all everything is new, so what the first reading of GitHub had, or within first_days() those of
-- servers that the first reading of the registry had, counts in full. One that was gone for a time, or another's, begins anew.
with begun as (
  select
    min(date) filter (source = 'github') as github_on,
    min(date) filter (source = 'mcp_registry') as registry_on
  from ingest
  where outcome in ('ok', 'part')
),
-- An answer holds until the next one.
dated as (
  select *,
    min(observed_on) over (partition by repository) as seen_since,
    lead(observed_on) over (partition by repository order by observed_on) as held_until
  from int_repositories__kept
),
held as (
  select
    own.name,
    dated.*,
    seen_since < begun.github_on + if(servers.first_seen_on <= begun.registry_on, first_days(), 1) as was_there,
    seen_since > run.day - lasting_days() and not was_there as is_young
  from int_server_repositories__own as own
  join dated using (repository)
  join stg_mcp_registry__servers as servers using (name)
  cross join begun
  cross join run
  where dated.held_until is null or dated.held_until > run.day - lasting_days()
),
counted as (
  select
    name, observed_on, observed_at, source_url, response_sha256,
    unnest([
      {key: 'github_stars_lasting', value: if(is_young and stars > young_stars(), young_stars(), stars)},
      {key: 'github_forks_lasting', value: if(is_young and forks > young_forks(), young_forks(), forks)}
    ], recursive := true)
  from held
)
select name, key, value, observed_at, source_url, response_sha256
from counted
where value is not null
qualify row_number() over (partition by name, key order by value, observed_on desc, source_url) = 1
