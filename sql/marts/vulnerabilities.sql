-- One row per agent, package in the version that a present MCP server of it lists, and vulnerability that OSV knows in it.
-- Severity and fix are null until its record was read, or where the record has none. Withdrawn ones are left out.
with named as (
  select *, unnest(vulnerabilities).id as id from stg_osv_packages__packages
)
select
  checks.handle,
  checks.registry,
  checks.package,
  checks.version,
  named.id,
  read.severity,
  read.cvss_score,
  read.cvss_vector,
  fixes.fixed_in,
  coalesce(cast(read.aliases as varchar[]), []) as aliases,
  read.published_at,
  read.modified_at,
  checks.asked_on,
  coalesce(read.observed_at, named.observed_at) as observed_at,
  coalesce(read.response_sha256, named.response_sha256) as response_sha256
from package_checks as checks
join named using (registry, package, version)
left join stg_osv_vulnerabilities__vulnerabilities as read using (id)
left join raw_vulnerability_fixes as fixes using (registry, package, version, id)
where read.withdrawn_at is null
order by checks.handle, checks.registry, checks.package, checks.version, named.id
