-- One row per chain, facilitator (null: not listed), UTC day of the last market_days() and seller: an operator, which is one
-- with the same address on another chain unless nothing shows that (is_apart).
select distinct
  payments.chain,
  known.name as facilitator,
  payments.paid_on as day,
  payments.operator || if(scoped.is_apart, ' ' || payments.chain, '') as seller
from stg_x402_payments__payments as payments
cross join run
join int_x402_operators__scopes as scoped on scoped.operator = payments.operator
  and scoped.chain = payments.chain and scoped.scope = if(scoped.is_apart, scoped.chain, 'all')
left join raw_facilitators as known on known.address = payments.relayer
where payments.payer is not null and payments.paid_on > run.day - market_days()
