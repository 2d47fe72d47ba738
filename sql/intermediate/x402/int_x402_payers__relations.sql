-- One row per operator and payer that is not independent of it: itself, funded by it, or in a closed loop with it.
with senders as (
  select payer as wallet from stg_x402_payments__payments
  union
  select operator from stg_x402_payments__fundings
),
receivers as (
  select operator as wallet from stg_x402_payments__payments
  union
  select wallet from stg_x402_payments__fundings
),
-- Only a payer that received a transfer, of an operator that sent one, can be in a loop: few of all.
candidates as (
  select payer, operator, sum(amount) as amount
  from stg_x402_payments__payments
  where payer <> operator and payer in (from receivers) and operator in (from senders)
  group by payer, operator
  having sum(amount) > 0
),
moved as (
  select payer as sender, operator as receiver, amount from stg_x402_payments__payments
  union all
  select operator, wallet, amount from stg_x402_payments__fundings where amount is not null
),
flows as (
  select sender, receiver, sum(amount) as amount
  from moved
  where sender <> receiver
    and (sender in (select operator from candidates) or receiver in (select payer from candidates))
  group by sender, receiver
),
received as (
  select receiver, sum(amount) as amount from moved where sender <> receiver group by receiver
),
-- Funds that reach the payer over a third address count in proportion to the operator's share of that address's funds.
returned as (
  select candidates.payer, candidates.operator, flows.amount
  from candidates
  join flows on flows.sender = candidates.operator and flows.receiver = candidates.payer
  union all
  select
    candidates.payer,
    candidates.operator,
    round(last.amount::double * (first.amount::double / received.amount::double))::hugeint
  from candidates
  join flows as last on last.receiver = candidates.payer
  join flows as first on first.sender = candidates.operator and first.receiver = last.sender
  join received on received.receiver = last.sender and received.amount > 0
),
looped as (
  select candidates.operator, candidates.payer
  from candidates
  join returned using (operator, payer)
  group by candidates.operator, candidates.payer, candidates.amount
  having sum(returned.amount)
    >= candidates.amount * (select value from seed_x402__rules where name = 'loop_return')::double
),
funded as (
  select operator, wallet as payer from stg_x402_payments__fundings where operator <> wallet
),
related as (
  select distinct operator, payer, 'self' as relation from stg_x402_payments__payments where operator = payer
  union all
  select distinct operator, payer, 'funded' from stg_x402_payments__payments semi join funded using (operator, payer)
  union all
  select operator, payer, 'loop' from looped anti join funded using (operator, payer)
)
select operator, payer, relation from related
