-- One row per agent whose record names a repository on GitHub that was asked for its licence: proven to be its own or not.
-- The SPDX id is null where the repository states no licence, or none that GitHub recognises.
select
  agents.handle,
  {
    spdx_id: nullif(nullif(answered.license, 'NONE'), 'NOASSERTION'),
    repository: answered.repository,
    observed_on: answered.observed_on
  } as license
from int_agents__profiles as agents
join raw_repository_addresses as addresses on addresses.url = agents.repository_url and addresses.host = 'github.com'
join int_repositories__aliases as answered on answered.asked = addresses.repository
where answered.license is not null
