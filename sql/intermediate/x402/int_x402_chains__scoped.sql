-- One row per operator, chain that it was ever paid on, and scope it is counted in: 'all', and with several chains each.
-- An operator with one chain is counted once: its figures across chains are those of its only one.
with paid_on as (
  select distinct operator, chain from stg_x402_payments__payments where operator is not null and payer is not null
),
counted as (
  select *, count(*) over (partition by operator) as chains from paid_on
)
select operator, chain, 'all' as scope, if(chains = 1, chain, null) as only_chain from counted
union all
select operator, chain, chain, null from counted where chains > 1
