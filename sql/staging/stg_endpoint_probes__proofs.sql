-- One row per host and ERC-8004 agent that the host itself names at /.well-known/agent-registration.json.
with named as (
  select
    host, observed_at, source_url, response_sha256,
    unnest(cast(cast(proofs as json) as struct(agent_id varchar, registry varchar)[]), recursive := true)
  from raw_endpoint_probes
  where kind = 'proof' and outcome = 'ok'
)
select distinct
  lower(host) as host,
  regexp_extract(registry, '^(eip155:[0-9]+):', 1) || '/' || agent_id as agent_key,
  observed_at,
  source_url,
  response_sha256
from named
where regexp_matches(registry, '(?i)^eip155:[0-9]+:0x[0-9a-f]{40}$') and regexp_matches(agent_id, '^[0-9]+$')
