-- One row per agent, category and package with weekly downloads: the agent's share, if several agents list the package.
with counted as (
  select 'npm' as registry, package, downloads, observed_at, source_url, response_sha256 from stg_npm_downloads__packages
  union all
  select 'pypi', package, downloads, observed_at, source_url, response_sha256 from stg_pypi_downloads__packages
)
select
  credited.handle,
  credited.category,
  credited.package as item,
  counted.observed_at,
  counted.source_url,
  counted.response_sha256,
  credited.registry || '_downloads' as key,
  round(counted.downloads / credited.shared_by, 2)::double as value,
  null::timestamp as value_at
from int_agents__packages as credited
join counted using (registry, package)
