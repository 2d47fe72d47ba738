-- One row per operator, chain on which it was ever paid, and scope in which it is counted. An operator with one chain is
-- counted once, as 'all': its figures across chains are those of that chain. An address on several chains is counted on
-- each, and as one operator ('all') only if one host requests payment to it on all of them; else it is apart (is_apart),
-- since the address may belong to another on another chain.
with paid_on as (
  select distinct operator, chain from stg_x402_payments__payments where operator is not null and payer is not null
),
counted as (
  select *, count(*) over (partition by operator) as chains from paid_on
),
linked as (
  select operator
  from (
    select counted.operator, asked.host
    from counted
    join int_operators__payment_requests as asked using (operator, chain)
    where counted.chains > 1 and asked.is_confirmed
    group by counted.operator, asked.host, counted.chains
    having count(distinct counted.chain) = counted.chains
  )
  group by operator
)
select operator, chain, 'all' as scope, if(chains = 1, chain, null) as only_chain, false as is_apart
from counted
where chains = 1 or operator in (select operator from linked)
union all
select operator, chain, chain, null, operator not in (select operator from linked)
from counted
where chains > 1
