-- One row per x402 payment up to the end of the logical date: an authorised USDC transfer, in atomic units.
select
  chain,
  transaction_hash,
  log_index,
  block_number,
  try_cast(block_time as timestamptz)::timestamp as paid_at,
  paid_at::date as paid_on,
  payer,
  pay_to as operator,
  try_cast(amount as hugeint) as amount,
  asset,
  relayer,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_x402_payments
cross join run
where kind = 'payment' and paid_at <= run.day_end and try_cast(amount as hugeint) is not null
