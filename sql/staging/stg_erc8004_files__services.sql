-- One row per service that an ERC-8004 registration file names by an https address: a claim of its author, no proof. A
-- route template names its host, and cannot be called.
with named as (
  select
    agent_key, observed_at, source_url, response_sha256,
    unnest(cast(services as struct(name varchar, endpoint varchar, version varchar)[]), recursive := true)
  from stg_erc8004_files__files
)
select distinct
  agent_key,
  lower(trim(name)) as kind,
  endpoint,
  lower(regexp_extract(endpoint, '(?i)^https://([^/:?#@]+)', 1)) as host,
  version,
  observed_at,
  source_url,
  response_sha256
from named
where regexp_matches(endpoint, '(?i)^https://[^/:?#@]+\.[^/:?#@]+(:443)?([/?#]|$)')
  and not is_route_template(regexp_extract(endpoint, '(?i)^https://[^/:?#@]+'))
