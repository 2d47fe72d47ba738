-- One row per event of an ERC-8004 identity registry up to the end of the logical date.
select
  chain || '/' || agent_id as agent_key,
  chain,
  registry,
  agent_id,
  kind,
  account,
  uri,
  metadata_key,
  metadata_value,
  block_number,
  log_index,
  transaction_hash,
  try_cast(block_time as timestamptz)::timestamp as happened_at,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_erc8004_identity
cross join run
where happened_at <= run.day_end
