-- One row per operator, scope (a chain, or 'all') and window of 1 to market_days(): the relayers of its payments.
with relayed as (
  select
    payments.operator,
    payments.chain,
    known.name,
    case when known.name is null then payments.relayer end as stranger,
    min(date_diff('day', payments.paid_on, run.day)) as age
  from stg_x402_payments__payments as payments
  cross join run
  left join raw_facilitators as known on known.address = payments.relayer
  where payments.operator is not null and payments.relayer is not null
  group by all
),
scoped as (
  select operator, scope, name, stranger, min(age) as age
  from relayed
  join int_x402_operators__scopes using (operator, chain)
  where age < market_days()
  group by operator, scope, name, stranger
),
steps as (
  select
    operator,
    scope,
    age,
    coalesce(list(name) filter (name is not null), []) as names,
    count(stranger) as strangers
  from scoped
  group by all
),
grid as (
  select operator, scope, unnest(range(min(age), market_days())) as age from steps group by operator, scope
)
select
  operator,
  scope,
  (age + 1)::integer as days,
  list_sort(flatten(list(names) filter (names is not null) over so_far)) as facilitator_names,
  sum(strangers) over so_far::bigint as unknown_relayers
from grid
left join steps using (operator, scope, age)
window so_far as (partition by operator, scope order by age)
