-- One row per package and version that OSV was asked about, with the ids of its vulnerabilities as of observed_on.
select
  registry,
  package,
  version,
  from_json(cast(vulnerabilities as json), '[{"id":"VARCHAR","modified":"VARCHAR"}]') as vulnerabilities,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_osv_packages
where gone_since is null
