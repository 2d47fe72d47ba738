-- One row per operator, scope (a chain, or 'all'), payer and age in days (0: the run's day) of the last market_days().
with scoped as (
  select
    payments.operator,
    scoped.scope,
    scoped.only_chain,
    scoped.is_apart,
    payments.payer,
    least(date_diff('day', payments.paid_on, run.day), market_days()) as age,
    count(*) as payments,
    sum(payments.amount) as volume
  from stg_x402_payments__payments as payments
  cross join run
  join int_x402_operators__scopes as scoped using (operator, chain)
  where payments.payer is not null
  group by all
),
running as (
  select
    *,
    sum(payments) over so_far::bigint as running_payments,
    sum(volume) over so_far as running_volume,
    age = min(age) over payer_of as is_latest,
    age = max(age) over payer_of as is_first
  from scoped
  window
    so_far as (partition by operator, scope, payer order by age),
    payer_of as (partition by operator, scope, payer)
)
select running.*, related.relation
from running
left join int_x402_payers__relations as related using (operator, payer)
where running.age < market_days()
