-- One row per host and ERC-8004 agent of a registry that is read, that the host itself names at
-- /.well-known/agent-registration.json.
with named as (
  select
    host, observed_at, source_url, response_sha256,
    unnest(cast(cast(proofs as json) as struct(agent_id varchar, registry varchar)[]), recursive := true)
  from (
    select distinct on (url) * from stg_endpoint_probes__observations where kind = 'proof' order by url, observed_on desc
  )
  where outcome = 'answers'
),
spelled as (
  select
    * exclude (registry),
    regexp_extract(registry, '^(eip155:[0-9]+):', 1) as chain,
    lower(regexp_extract(registry, ':(0x[0-9a-fA-F]{40})$', 1)) as registry
  from named
  where regexp_matches(agent_id, '^[0-9]+$')
)
select distinct lower(host) as host, chain || '/' || agent_id as agent_key, observed_at, source_url, response_sha256
from spelled
semi join raw_erc8004_identity using (chain, registry)
