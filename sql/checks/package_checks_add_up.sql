-- A package of an agent is checked on a day, with as many vulnerabilities as are listed, or is not, with a reason.
select checks.handle, checks.package, checks.state
from package_checks as checks
left join (
  select handle, registry, package, version, count(*) as listed from vulnerabilities group by all
) as counted using (handle, registry, package, version)
where (checks.state = 'checked') <> (checks.asked_on is not null)
  or (checks.state = 'checked') <> (checks.known is not null)
  or coalesce(checks.known, 0) <> coalesce(counted.listed, 0)
