-- One row per MCP server whose repository is taken to be its own: the registry name agrees with the owner of the
-- repository, or the name is under a domain, which the registry makes its publisher prove.
select name, repository, repository_owner, repository_subfolder
from stg_mcp_registry__servers
where
  repository is not null
  and (
    not starts_with(lower(name), 'io.github.')
    or split_part(lower(substr(name, 11)), '/', 1) = repository_owner
  )
