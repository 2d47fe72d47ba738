-- One row per agent of an ERC-8004 identity registry, in the state after its events.
select
  agent_key,
  any_value(chain) as chain,
  any_value(registry) as registry,
  any_value(agent_id) as agent_id,
  max_by(account, (block_number, log_index)) filter (kind in ('registered', 'transferred')) as owner,
  max_by(uri, (block_number, log_index)) filter (kind in ('registered', 'uri_updated')) as uri,
  min(happened_at) filter (kind = 'registered') as registered_at,
  min(observed_on) filter (kind = 'registered') as first_seen_on,
  min_by(observed_at, (block_number, log_index)) as observed_at,
  min_by(source_url, (block_number, log_index)) as source_url,
  min_by(response_sha256, (block_number, log_index)) as response_sha256
from stg_erc8004_identity__events
group by agent_key
having count(*) filter (kind = 'registered') > 0
