-- One row per agent, kind and sign of which something was never read that could show it: a repository of a server or a
-- developer, a package of a server, or, of a family that OpenRouter offers, the endpoints of its models within
-- answer_days(). Without it nobody can be said not to be alive.
with servers as (
  select servers.name, bound.handle
  from stg_mcp_registry__servers as servers
  join int_records__handles as bound on bound.record_id = 'mcp_registry:' || servers.name
  where servers.departed_on is null
),
packages as (
  select 'npm' as registry, package from raw_npm_downloads
  union all
  select 'pypi', package from raw_pypi_downloads
),
repositories as (
  select servers.handle, 'unaddressed' as kind, credited.repository
  from servers
  join int_mcp_server__repositories as credited using (name)
  union
  select bound.handle, 'developer', coalesce(answered.repository, lower(tracked.repository))
  from raw_catalog_repositories as tracked
  join int_records__handles as bound on bound.record_id = 'catalog:developer/' || tracked.developer
  left join int_repositories__aliases as answered on answered.asked = lower(tracked.repository)
),
offered as (
  select matched.family, max(endpoints.observed_on) as read_on
  from int_model_family__models as matched
  join stg_openrouter_models__models as offers on offers.id = matched.model and not offers.is_gone
  left join stg_openrouter_endpoints__models as endpoints on endpoints.model = offers.id
  where matched.source = 'openrouter_models'
  group by matched.family
)
select handle, kind, 'github_pushed_at' as sign, false as is_out
from repositories
anti join (select repository from int_repositories__aliases where pushed_at is not null) as pushed using (repository)
anti join int_repositories__missing as missing on missing.asked = repositories.repository
union
select credited.handle, 'unaddressed', 'packages_downloaded_at', false
from int_agents__packages as credited
anti join packages using (registry, package)
where credited.category = 'mcp_server' and credited.registry in ('npm', 'pypi')
union
select bound.handle, 'model_family', 'openrouter_served_at', reads.is_out
from offered
join int_records__handles as bound on bound.record_id = 'catalog:family/' || offered.family
join int_liveness__source_reads as reads on reads.source = 'openrouter_endpoints'
cross join run
where coalesce(run.day - offered.read_on >= answer_days(), true)
