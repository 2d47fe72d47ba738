-- One row per MCP server with a repository that is evidence of it, and count: the lowest number of stars, and of forks, on
-- any of the last lasting_days(), with the newest answer that shows it. Most bought stars vanish within a month. A
-- repository first seen later than that has no such number, and counts for max_stars_while_new() and
-- max_forks_while_new() at most. At the start of an index every repository is new, so those of the first reading of
-- GitHub, or within first_reading_days() those of servers in the first reading of the registry, count in full. A
-- repository that was gone for a time, or had another owner, starts anew.
with begun as (
  select
    min(date) filter (source = 'github') as github_on,
    min(date) filter (source = 'mcp_registry') as registry_on
  from ingest
  where outcome in ('ok', 'part')
),
-- An answer is valid until the next one.
dated as (
  select *,
    min(observed_on) over (partition by repository) as seen_since,
    lead(observed_on) over (partition by repository order by observed_on) as held_until
  from int_repositories__observations
),
held as (
  select
    own.name,
    dated.*,
    seen_since < begun.github_on + if(servers.first_seen_on <= begun.registry_on, first_reading_days(), 1) as was_there,
    seen_since > run.day - lasting_days() and not was_there as is_young
  from int_mcp_server__own_repositories as own
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
      {key: 'github_stars_lasting', value: if(is_young and stars > max_stars_while_new(), max_stars_while_new(), stars)},
      {key: 'github_forks_lasting', value: if(is_young and forks > max_forks_while_new(), max_forks_while_new(), forks)}
    ], recursive := true)
  from held
)
select name, key, value, observed_at, source_url, response_sha256
from counted
where value is not null
qualify row_number() over (partition by name, key order by value, observed_on desc, source_url) = 1
