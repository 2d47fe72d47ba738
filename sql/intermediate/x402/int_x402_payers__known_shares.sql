-- One row per chain, operator that an agent is credited with and known independent payer of it: the share, from 0 to 1,
-- that counts, and whether the wallet is known to it (is_known). A wallet is known once it has spent known_wallet_spend() with anchors other than this seller in the last
-- market_days(), each anchor for no more than that. Over all sellers it counts as often as it spent that much with
-- anchors, and no more: one wallet cannot make customers of many sellers.
with pairs as (
  -- By chain: the row across chains of an operator that has several would count it twice.
  select coalesce(only_chain, scope) as chain, operator, payer
  from int_x402_payer_days__sums
  where is_latest and relation is null and (only_chain is not null or scope <> 'all')
),
spent as (
  select
    payments.chain,
    payments.payer,
    payments.operator as anchor,
    least(sum(payments.amount), known_wallet_spend())::bigint as amount
  from stg_x402_payments__payments as payments
  cross join run
  semi join int_x402__anchors using (chain, operator)
  anti join int_x402_payers__relations using (operator, payer)
  where payments.paid_on > run.day - market_days()
  group by payments.chain, payments.payer, payments.operator
),
budgets as (
  select chain, payer, sum(amount)::bigint as amount from spent group by chain, payer
),
-- A seller does not vouch for its own customers, at any of its addresses.
kin as (
  select chain, operator, operator as anchor from int_x402__anchors
  union
  select own.chain, own.operator, anchors.operator
  from int_operators__agents as own
  join int_operators__agents as other using (chain, handle)
  join int_x402__anchors as anchors on anchors.chain = other.chain and anchors.operator = other.operator
  where own.is_credited and other.is_credited
),
within as (
  select spent.chain, kin.operator, spent.payer, sum(spent.amount)::bigint as amount
  from spent
  join kin using (chain, anchor)
  group by spent.chain, kin.operator, spent.payer
),
vouched as (
  select
    pairs.*,
    budgets.amount as budget,
    least(budgets.amount - coalesce(within.amount, 0), known_wallet_spend()) as amount
  from pairs
  join budgets using (chain, payer)
  left join within using (chain, operator, payer)
),
-- Whole numbers, so that the order of adding up changes nothing.
totals as (
  select chain, payer, sum(amount) as total from vouched where amount > 0 group by chain, payer
),
credited as (
  select distinct chain, operator from int_operators__agents where is_credited
)
select
  chain, operator, payer,
  amount / known_wallet_spend() * least(1, budget / total) as known,
  amount = known_wallet_spend() as is_known
from vouched
semi join credited using (chain, operator)
join totals using (chain, payer)
where amount > 0
