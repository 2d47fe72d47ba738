-- One row per ERC-8004 agent whose registration file was requested: the result, and the file's content when it was last
-- read whole.
with readable as (
  select distinct on (chain, agent_id) *
  from observed_erc8004_files
  where outcome = 'ok'
  order by chain, agent_id, observed_on desc
)
select
  newest.chain || '/' || newest.agent_id as agent_key,
  newest.chain,
  newest.agent_id,
  newest.outcome,
  newest.scheme,
  newest.uri,
  readable.name,
  readable.description,
  readable.image,
  readable.active,
  readable.x402_support,
  coalesce(cast(readable.services as json), '[]') as services,
  coalesce(cast(readable.registrations as json), '[]') as registrations,
  coalesce(cast(readable.supported_trust as json), '[]') as supported_trust,
  coalesce(cast(readable.wallets as json), '[]') as wallets,
  coalesce(cast(readable.tags as json), '[]') as tags,
  readable.observed_on as read_on,
  coalesce(readable.observed_at, newest.observed_at) as observed_at,
  coalesce(readable.source_url, newest.source_url) as source_url,
  coalesce(readable.response_sha256, newest.response_sha256) as response_sha256
from raw_erc8004_files as newest
left join readable using (chain, agent_id)
