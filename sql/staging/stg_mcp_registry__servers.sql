-- One row per server name in the MCP registry, as it was last seen.
with parsed as (
  select
    *,
    regexp_extract(
      coalesce(repository_url, ''),
      '(?i)^(?:git\+)?(?:https?://|ssh://git@|git@)(?:www\.)?github\.com[/:]([\w.-]+)/([\w.-]+?)(?:\.git)?(?:[/?#].*)?$',
      ['owner', 'name']
    ) as repository
  from raw_mcp_registry
)
select
  name,
  title,
  description,
  version,
  status,
  try_cast(published_at as timestamptz)::timestamp as published_at,
  try_cast(updated_at as timestamptz)::timestamp as updated_at,
  website_url,
  case when repository.owner <> '' then lower(repository.owner) end as repository_owner,
  case when repository.owner <> '' then lower(repository.owner || '/' || repository.name) end as repository,
  lower(trim(coalesce(repository_subfolder, ''), '/')) as repository_subfolder,
  repository_url,
  cast(packages as json) as packages,
  cast(remotes as json) as remotes,
  case
    when gone_since is not null then gone_since
    when status <> 'active' then observed_on
  end as departed_on,
  case
    when status = 'deleted' then 'deleted by its publisher in the MCP registry'
    when status = 'deprecated' then 'deprecated by its publisher in the MCP registry'
    when gone_since is not null then 'no longer listed in the MCP registry'
  end as departed_reason,
  first_seen_on,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from parsed
