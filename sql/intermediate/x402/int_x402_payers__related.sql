-- One row per operator and payer that is not independent of it: itself, funded by it, or in a closed loop with it.
with paid as (
  select payer, operator, sum(amount) as amount from stg_x402_payments__payments group by all
),
flows as (
  select sender, receiver, sum(amount) as amount
  from (
    select payer as sender, operator as receiver, amount from paid
    union all
    select operator, wallet, amount from stg_x402_payments__fundings where amount is not null
  )
  where sender <> receiver
  group by all
),
received as (
  select receiver, sum(amount) as amount from flows group by all
),
candidates as (
  select paid.*
  from paid
  where payer <> operator and amount > 0
    and payer in (select receiver from flows) and operator in (select sender from flows)
),
-- What reaches the payer over a third address counts in the proportion in which that address is fed by the operator.
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
  select operator, payer, 'self' as relation from paid where operator = payer
  union all
  select operator, payer, 'funded' from paid semi join funded using (operator, payer)
  union all
  select operator, payer, 'loop' from looped anti join funded using (operator, payer)
)
select operator, payer, relation from related
