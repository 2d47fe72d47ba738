-- One row per feedback in an ERC-8004 reputation registry that is not revoked at the end of the logical date.
with events as (
  select *, chain || '/' || agent_id as agent_key, try_cast(block_time as timestamptz)::timestamp as happened_at
  from raw_erc8004_reputation
  cross join run
  where happened_at <= run.day_end
)
select
  given.agent_key,
  given.chain,
  given.client,
  given.feedback_index,
  given.happened_at as given_at,
  try_cast(given.value as hugeint) / power(10, given.value_decimals) as value,
  nullif(given.tag1, '') as tag1,
  nullif(given.tag2, '') as tag2,
  given.observed_at,
  given.source_url,
  given.response_sha256
from events as given
anti join events as revoked
  on revoked.kind = 'revoked' and revoked.agent_key = given.agent_key
  and revoked.client = given.client and revoked.feedback_index = given.feedback_index
where given.kind = 'feedback'
