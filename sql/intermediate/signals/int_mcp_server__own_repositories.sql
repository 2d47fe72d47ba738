-- One row per present MCP server whose credited repository is evidence of this server, with the number of servers that
-- share it. The account that owns it signed in to the registry: a domain with its name costs ten dollars. Stars of a
-- repository with three servers or more, or of a larger product, are not evidence. A repository belongs to a server if
-- its name says so, or its description, unless the server is listed as a folder of it; if words mislead, the seed decides.
with held as (
  select credited.name, credited.repository, credited.repository_subfolder, count(*) over (partition by credited.repository) as shared_by
  from int_mcp_server__repositories as credited
  semi join (select name from stg_mcp_registry__servers where departed_on is null) as present using (name)
  where starts_with(lower(credited.name), 'io.github.')
),
worded as (
  select
    repository,
    split_part(repository, '/', 2) as title,
    lower(description) as description,
    '(?:^|[^a-z])mcps?(?:[^a-z]|$)|model[ -]?context[ -]?protocol' as words
  from int_repositories__aliases
  where is_newest
)
select held.name, held.repository, held.shared_by
from held
join worded using (repository)
left join seed_mcp__repositories as judged using (repository)
where held.shared_by < 3
  and coalesce(
    judged.is_server,
    regexp_matches(title, words) or (held.repository_subfolder = '' and coalesce(regexp_matches(description, words), false))
  )
