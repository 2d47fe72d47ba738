-- One row per agent and signal of a score that was read from a chain: the transaction that decides its value, the newest of several.
with shown as (
  select signals.handle, signals.key, signals.value_at, signals.response_sha256
  from signals
  semi join sub_scores using (handle, key)
),
registered as (
  select shown.handle, shown.key, events.chain, events.block_number, events.log_index, events.transaction_hash
  from shown
  join int_records__handles as bound using (handle)
  join stg_erc8004_identity__events as events
    on bound.record_id = 'erc8004_identity:' || events.agent_key
    and events.happened_at = shown.value_at and events.response_sha256 = shown.response_sha256
  where shown.key in ('erc8004_registered_at', 'erc8004_updated_at')
),
reviewed as (
  select shown.handle, shown.key, given.chain, given.block_number, given.log_index, given.transaction_hash
  from shown
  join int_records__handles as bound using (handle)
  join raw_erc8004_reputation as given
    on bound.record_id = 'erc8004_identity:' || given.chain || '/' || given.agent_id and given.response_sha256 = shown.response_sha256
  where shown.key = 'erc8004_feedback_clients' and given.kind = 'feedback'
),
payers as (
  select
    shown.handle, shown.key, payers.chain, payers.payer,
    case when shown.key = 'x402_first_paid_at' then payers.first_paid_at else payers.last_paid_at end as paid_at
  from shown
  join int_agents__payers as payers
    on payers.handle = shown.handle
    and shown.response_sha256 = case when shown.key = 'x402_first_paid_at' then payers.first_response_sha256 else payers.response_sha256 end
  where starts_with(shown.key, 'x402_') and payers.is_independent
  qualify row_number() over (
    partition by shown.handle, shown.key
    order by paid_at = shown.value_at desc, paid_at desc, payers.chain, payers.payer
  ) = 1
),
paid as (
  select payers.handle, payers.key, seen.chain, seen.block_number, seen.log_index, seen.transaction_hash
  from payers
  join stg_x402_payments__payments as payments using (chain, payer, paid_at)
  semi join int_operators__agents as own
    on own.handle = payers.handle and own.chain = payments.chain and own.operator = payments.operator
  join raw_x402_payments as seen
    on seen.chain = payments.chain and seen.block_number = payments.block_number and seen.log_index = payments.log_index
)
select handle, key, chain, block_number, transaction_hash as transaction
from (from registered union all by name from reviewed union all by name from paid)
qualify row_number() over (partition by handle, key order by block_number desc, log_index desc, chain, transaction_hash) = 1
