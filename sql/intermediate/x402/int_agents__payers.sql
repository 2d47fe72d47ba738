-- One row per agent, chain and payer of the operators that it is credited with, alone or with others, over the last
-- market_days(). A payment below the lowest requested price buys nothing and is left out. Payers are counted on one chain
-- of an agent alone (is_counted), the one with most of them: a customer that pays on two chains has two addresses.
with credited as (
  select distinct chain, operator, handle from int_operators__agents where is_credited and handle is not null
),
-- Its own wallets: those that its own hosts quote, and those that signed for it. Anybody can list a customer's
-- address beside it.
vouched as (
  select distinct credited.handle, credited.operator
  from credited
  semi join stg_endpoint_probes__quotes as quotes on quotes.pay_to = credited.operator
  union
  select handle, wallet from int_erc8004_wallets__signatures
),
asked as (
  select operator, min(amount) as least
  from (
    select pay_to as operator, try_cast(amount as hugeint) as amount from stg_x402_bazaar__offers
    union all
    select pay_to, try_cast(amount as hugeint) from stg_endpoint_probes__quotes
  )
  group by operator
),
bought as (
  select
    credited.handle,
    payments.* exclude (observed_at, source_url, response_sha256),
    {
      paid_at: payments.paid_at, block_number: payments.block_number, log_index: payments.log_index,
      chain: payments.chain, observed_at: payments.observed_at, source_url: payments.source_url,
      response_sha256: payments.response_sha256
    } as payment
  from stg_x402_payments__payments as payments
  join credited using (chain, operator)
  left join asked using (operator)
  where payments.payer is not null and payments.amount >= coalesce(asked.least, 0)
),
recent as (
  select
    bought.handle,
    bought.chain,
    bought.operator,
    bought.payer,
    count(*) filter (bought.paid_on > run.day - market_days()) as payments,
    list(distinct bought.paid_on) filter (bought.paid_on > run.day - market_days()) as paid_days,
    max(bought.paid_on) - min(bought.paid_on) filter (bought.paid_on > run.day - market_days()) as span,
    min(bought.payment) as first,
    max(bought.payment) as latest
  from bought
  cross join run
  group by bought.handle, bought.chain, bought.operator, bought.payer, run.day
  having max(bought.paid_on) > run.day - market_days()
),
related as (
  select recent.*, related.relation is null and own.operator is null as is_unrelated
  from recent
  left join int_x402_payers__relations as related using (operator, payer)
  left join vouched as own on own.handle = recent.handle and own.operator = recent.payer
),
-- A flagged operator is credited with the number of payers left by the wash rule, the most regular ones first.
ordered as (
  select
    *,
    row_number() over (
      partition by handle, chain, operator, is_unrelated order by len(paid_days) desc, payments desc, payer
    ) as nth
  from related
),
judged as (
  select ordered.*, is_unrelated and nth <= windows.unique_payers_adjusted as is_counted
  from ordered
  join int_x402_operators__scopes as scoped
    on scoped.operator = ordered.operator and scoped.chain = ordered.chain
    and (scoped.only_chain is not null or scoped.scope = scoped.chain)
  join int_x402_windows__wash_results as windows
    on windows.operator = ordered.operator and windows.scope = scoped.scope and windows.days = market_days()
),
bought_from as (
  select
    handle,
    chain,
    max_by(operator, latest) as operator,
    payer,
    bool_or(is_counted) and bool_and(is_unrelated) as is_independent,
    sum(payments)::bigint as payments,
    len(list_distinct(flatten(list(paid_days)))) as days_active,
    max(span) >= 7 as is_returning,
    max(latest).paid_at as last_paid_at,
    max(latest).observed_at as observed_at,
    max(latest).source_url as source_url,
    max(latest).response_sha256 as response_sha256,
    min(first).paid_at as first_paid_at,
    min(first).observed_at as first_observed_at,
    min(first).source_url as first_source_url,
    min(first).response_sha256 as first_response_sha256
  from judged
  group by handle, chain, payer
),
fullest as (
  select handle, max_by(chain, (independent, payers, chain)) as chain
  from (
    select handle, chain, count(*) filter (is_independent) as independent, count(*) as payers
    from bought_from
    group by handle, chain
  )
  group by handle
)
select bought_from.*, bought_from.chain = fullest.chain as is_counted
from bought_from
join fullest using (handle)
