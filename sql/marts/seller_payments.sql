-- One row per agent and payment to a wallet that it is credited with: the newest max_shown_payments() of an agent, of the
-- last market_days(), with the facilitator that relayed it (null: not listed). Payers are in no list, so not in this one.
with wallets as (
  select distinct chain, operator, handle from int_operators__agents where is_credited and handle is not null
),
days as (
  select payments.chain, payments.operator, payments.paid_on, count(*) as payments
  from stg_x402_payments__payments as payments
  cross join run
  semi join wallets using (chain, operator)
  where payments.payer is not null and payments.paid_on > run.day - market_days()
  group by payments.chain, payments.operator, payments.paid_on
),
-- Of a busy seller its newest days are enough, so that no list of all its payments is made.
begun as (
  select chain, operator, min(paid_on) as since
  from (
    select *, sum(payments) over (partition by chain, operator order by paid_on desc) - payments as newer from days
  )
  where newer < max_shown_payments()
  group by chain, operator
),
newest as (
  select
    wallets.handle,
    unnest(
      max({
        paid_at: payments.paid_at, block_number: payments.block_number, log_index: payments.log_index,
        chain: payments.chain, amount: payments.amount, relayer: payments.relayer
      }, max_shown_payments()),
      recursive := true
    )
  from stg_x402_payments__payments as payments
  join begun on begun.chain = payments.chain and begun.operator = payments.operator and payments.paid_on >= begun.since
  join wallets on wallets.chain = payments.chain and wallets.operator = payments.operator
  where payments.payer is not null
  group by wallets.handle
)
select
  newest.handle,
  row_number() over (
    partition by newest.handle order by newest.paid_at desc, newest.block_number desc, newest.log_index desc, newest.chain
  ) as position,
  strftime(newest.paid_at, '%Y-%m-%dT%H:%M:%SZ') as paid_at,
  newest.chain,
  chains.name as chain_name,
  (newest.amount::decimal(32, 0) * 0.000001::decimal(6, 6))::varchar as amount_usd,
  known.name as facilitator,
  seen.transaction_hash as transaction,
  chains.explorer || '/tx/' || seen.transaction_hash as transaction_url
from newest
join raw_x402_payments as seen
  on seen.chain = newest.chain and seen.block_number = newest.block_number and seen.log_index = newest.log_index
join raw_chains as chains on chains.chain = newest.chain
left join raw_facilitators as known on known.address = newest.relayer
