-- One row per MCP server whose repository is taken to be its own: the owner of the repository is the account that
-- signed in to the registry, or the name of the domain that the registry made the publisher prove: the label just
-- under its ending, since a label before it is the publisher's own choice.
with named as (
  select
    name,
    repository,
    repository_owner,
    repository_subfolder,
    string_split(split_part(lower(name), '/', 1), '.') as labels
  from stg_mcp_registry__servers
  where repository is not null
)
select name, repository, repository_owner, repository_subfolder
from named
where case
  when starts_with(lower(name), 'io.github.') then split_part(lower(substr(name, 11)), '/', 1) = repository_owner
  else replace(labels[2], '-', '') = replace(repository_owner, '-', '')
end
