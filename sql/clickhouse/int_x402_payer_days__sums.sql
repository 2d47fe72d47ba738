-- One row per operator, scope (a chain, or 'all'), payer and age in days (0: the run's day) of the last market_days().
-- The form of sql/intermediate/x402 for ClickHouse, to which every column of Parquet may be null. A payer that nothing
-- relates to its operator has the relation ''.
with scoped as (
  select
    operator,
    scope,
    only_chain,
    is_apart,
    payer,
    assumeNotNull(least(dateDiff('day', paid_on, run.day), market_days())) as age,
    toInt64(count()) as payments,
    assumeNotNull(sum(toInt128(amount))) as volume
  from stg_x402_payments__payments
  cross join run
  join int_x402_operators__scopes using (operator, chain)
  where payer is not null
  group by operator, scope, only_chain, is_apart, payer, age
),
running as (
  select
    *,
    sum(payments) over so_far as running_payments,
    sum(volume) over so_far as running_volume,
    age = min(age) over payer_of as is_latest,
    age = max(age) over payer_of as is_first
  from scoped
  window
    so_far as (partition by operator, scope, payer order by age),
    payer_of as (partition by operator, scope, payer)
)
select running.*, ifNull(related.relation, '') as relation
from running
left join int_x402_payers__relations as related using (operator, payer)
where running.age < market_days()
settings join_use_nulls = 0
