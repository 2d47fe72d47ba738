-- One row per ERC-8004 agent that has a wallet on the chain now, and whether the wallet's owner signed for it (is_signed).
-- A registration names its sender as the wallet, unsigned; only a wallet that is set later must sign. A transfer, and
-- removing the wallet, leave none.
with newest as (
  select distinct on (agent_key) *
  from stg_erc8004_identity__events
  where kind = 'metadata_set' and metadata_key = 'agentWallet'
  order by agent_key, block_number desc, log_index desc
),
registered as (
  select agent_key, list(transaction_hash) as transactions
  from stg_erc8004_identity__events
  where kind = 'registered'
  group by agent_key
)
select
  newest.agent_key,
  newest.chain,
  lower(newest.metadata_value) as wallet,
  not list_contains(registered.transactions, newest.transaction_hash) as is_signed,
  newest.happened_at as set_at,
  newest.observed_on as first_seen_on,
  newest.observed_at,
  newest.source_url,
  newest.response_sha256
from newest
join registered using (agent_key)
where regexp_full_match(newest.metadata_value, '(?i)0x[0-9a-f]{40}') and not regexp_full_match(newest.metadata_value, '(?i)0x0{40}')
