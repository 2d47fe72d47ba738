-- One row per agent, package and version that a present MCP server of it lists: whether OSV was asked about it, and when.
-- state: `checked`, or the reason that it is not: `registry` (OSV is asked about npm and PyPI), `no_version` (none is named
-- that its registry could have), `not_yet`. known counts its vulnerabilities; null where it is not checked.
with listed as (
  select distinct bound.handle, named.registry, named.package, named.version
  from stg_mcp_registry__package_versions as named
  join int_records__handles as bound on bound.record_id = 'mcp_registry:' || named.name
),
named as (
  select registry, package, version, unnest(vulnerabilities).id as id from stg_osv_packages__packages
),
counted as (
  select
    named.registry,
    named.package,
    named.version,
    count(*) filter (read.withdrawn_at is null) as known,
    list_sort(list(named.id) filter (read.withdrawn_at is not null)) as withdrawn
  from named
  left join stg_osv_vulnerabilities__vulnerabilities as read using (id)
  group by all
)
select
  listed.handle,
  listed.registry,
  listed.package,
  listed.version,
  case
    when checked.package is not null then 'checked'
    when listed.registry not in ('npm', 'pypi') then 'registry'
    when listed.version is null then 'no_version'
    when listed.registry = 'npm' and not regexp_matches(listed.version, '^[=v]*[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?$') then 'no_version'
    when listed.registry = 'pypi' and not regexp_matches(listed.version, '^v?([0-9]+!)?[0-9]+(\.[0-9]+)*[a-z0-9._+-]*$', 'i') then 'no_version'
    else 'not_yet'
  end as state,
  checked.observed_on as asked_on,
  case when checked.package is not null then coalesce(counted.known, 0) end as known,
  coalesce(counted.withdrawn, []) as withdrawn
from listed
left join stg_osv_packages__packages as checked using (registry, package, version)
left join counted using (registry, package, version)
order by listed.handle, listed.registry, listed.package, listed.version nulls first
