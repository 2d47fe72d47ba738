-- One row per chain, operator and independent payer of it that is known: the share, from 0 to 1, in which it is. A wallet
-- is known once it has spent known_spend() with anchors other than this seller in the last market_days(), each anchor
-- for no more than that. Over all whom it pays it counts as often as it spent that much with anchors, and no more:
-- one wallet cannot make customers of many sellers.
with recent as (
  select payments.chain, payments.operator, payments.payer, payments.amount
  from stg_x402_payments__payments as payments
  cross join run
  where payments.paid_on > run.day - market_days() and payments.operator is not null
),
spent as (
  select chain, payer, operator as anchor, least(sum(amount), known_spend())::bigint as amount
  from recent
  semi join int_x402_anchors__chosen using (chain, operator)
  anti join int_x402_payers__related using (operator, payer)
  group by chain, payer, operator
),
budgets as (
  select chain, payer, sum(amount)::bigint as amount from spent group by chain, payer
),
paid as (
  select distinct chain, operator, payer
  from recent
  semi join budgets using (chain, payer)
  anti join int_x402_payers__related using (operator, payer)
),
-- A seller does not vouch for its own customers, at whatever address it is paid.
kin as (
  select chain, operator, operator as anchor from int_x402_anchors__chosen
  union
  select own.chain, own.operator, anchors.operator
  from int_operators__matched as own
  join int_operators__matched as other using (chain, handle)
  join int_x402_anchors__chosen as anchors on anchors.chain = other.chain and anchors.operator = other.operator
  where own.is_credited and other.is_credited
),
within as (
  select paid.chain, paid.operator, paid.payer, sum(spent.amount)::bigint as amount
  from paid
  join kin using (chain, operator)
  join spent on spent.chain = paid.chain and spent.payer = paid.payer and spent.anchor = kin.anchor
  group by paid.chain, paid.operator, paid.payer
),
vouched as (
  select
    paid.*,
    budgets.amount as budget,
    least(budgets.amount - coalesce(within.amount, 0), known_spend()) as amount
  from paid
  join budgets using (chain, payer)
  left join within using (chain, operator, payer)
),
-- Whole numbers, so that the order of adding up changes nothing.
totalled as (
  select *, sum(amount) over (partition by chain, payer) as total from vouched where amount > 0
)
select chain, operator, payer, amount / known_spend() * least(1, budget / total) as known
from totalled
