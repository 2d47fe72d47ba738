-- One row per chain, facilitator (null: relayed by an address that the catalogue does not list), UTC day of the last
-- market_days() and payer: its payments, and those of them to operators that it is independent of.
select
  payments.chain,
  known.name as facilitator,
  payments.paid_on as day,
  payments.payer,
  count(*) as payments,
  count(*) filter (related.payer is null) as independent_payments,
  sum(payments.amount) as volume_atomic
from stg_x402_payments__payments as payments
cross join run
left join raw_facilitators as known on known.address = payments.relayer
left join int_x402_payers__relations as related using (operator, payer)
where payments.operator is not null and payments.payer is not null and payments.paid_on > run.day - market_days()
group by payments.chain, known.name, payments.paid_on, payments.payer
