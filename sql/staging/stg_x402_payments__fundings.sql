-- One row per plain USDC transfer from an address that was paid to one that paid, up to the end of the logical date.
select
  chain,
  transaction_hash,
  log_index,
  try_cast(block_time as timestamptz)::timestamp as funded_at,
  funded_at::date as funded_on,
  payer as operator,
  pay_to as wallet,
  try_cast(amount as hugeint) as amount,
  observed_at,
  source_url,
  response_sha256
from raw_x402_payments
cross join run
where kind = 'funding' and funded_at <= run.day_end
