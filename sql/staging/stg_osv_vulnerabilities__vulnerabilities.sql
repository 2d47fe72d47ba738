-- One row per vulnerability that OSV named and whose record was read.
select
  id,
  is_found,
  try_cast(published_at as timestamptz)::timestamp as published_at,
  try_cast(modified_at as timestamptz)::timestamp as modified_at,
  try_cast(withdrawn_at as timestamptz)::timestamp as withdrawn_at,
  severity,
  cvss_score,
  cvss_vector,
  aliases,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_osv_vulnerabilities
