-- One row per x402 payment in USDC up to the end of the logical date, in atomic units. An operator's claim on a
-- channel is a payment by the channel's payer: the event that opened the channel names both.
with channels as (
  select distinct on (chain, channel) chain, channel, asset, payer, pay_to
  from raw_x402_payments
  where kind = 'channel'
  order by chain, channel, block_number, log_index
),
settled as (
  select * from raw_x402_payments where kind = 'payment'
  union all by name
  select claims.* exclude (asset, payer, pay_to), channels.asset, channels.payer, channels.pay_to
  from raw_x402_payments as claims
  join channels using (chain, channel)
  where claims.kind = 'claim'
)
select
  settled.chain,
  method,
  log_index,
  block_number,
  try_cast(block_time as timestamptz)::timestamp as paid_at,
  paid_at::date as paid_on,
  payer,
  pay_to as operator,
  try_cast(amount as hugeint) as amount,
  relayer,
  observed_at,
  source_url,
  response_sha256
from settled
join raw_chains as chains on chains.chain = settled.chain and chains.usdc = settled.asset
cross join run
where paid_at <= run.day_end and try_cast(amount as hugeint) is not null
