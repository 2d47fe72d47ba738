-- One row per entry of the Docker MCP catalogue, as it was last seen. Its repository is the server's own, which is not
-- always the one that its image is built from; a folder in it is only known where the two are one.
select
  servers.name,
  servers.title,
  servers.type,
  servers.image,
  servers.remote_url,
  coalesce(own.repository, built.repository) as repository,
  lower(trim(coalesce(
    own.folder,
    case when own.repository is null or own.repository = built.repository then built.folder end,
    ''
  ), '/')) as repository_subfolder,
  try_cast(servers.added_at as timestamptz)::timestamp as added_at,
  servers.gone_since is not null as is_gone,
  servers.first_seen_on,
  servers.observed_on,
  servers.observed_at,
  servers.source_url,
  servers.response_sha256
from raw_docker_mcp as servers
left join raw_repository_addresses as own on own.url = servers.repository_url and own.host = 'github.com'
left join raw_repository_addresses as built on built.url = servers.built_from_url and built.host = 'github.com'
