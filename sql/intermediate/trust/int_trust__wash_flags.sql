-- One row per agent and flag of the wash rule on an operator that it is credited with, over market_days(). A notice of
-- the rule only informs: an honest seller may have one large customer. The severity is above minor only if the agent
-- itself names the operator as its own, its flagged operators received most of its payments or of its volume, and a share
-- of their money is their own; seed_x402__rules has the shares.
with rules as (
  select map_from_entries(list({k: name, v: value::double})) as rule from seed_x402__rules
),
paid as (
  select operator, if(is_apart, scope, null) as apart_on, payer, relation, sum(payments) as payments, sum(volume) as volume
  from int_x402_payer_days__sums
  where (scope = 'all' or is_apart) and relation is not null
  group by all
),
spent as (
  select operator, wallet, sum(amount) as amount
  from (
    select operator, wallet, amount from stg_x402_payments__fundings
    union all
    select payer, operator, amount from stg_x402_payments__payments where payer <> operator
  ) as sent
  semi join paid on paid.operator = sent.operator and paid.payer = sent.wallet
  group by operator, wallet
),
-- Of a payer's spending, the operator's money is at most the amount that it sent: a payer that was once sent a cent
-- can make a thousand payments, but not with that money.
returned as (
  select
    paid.operator,
    paid.apart_on,
    sum(if(paid.relation = 'self', paid.payments, 0)) as self_payments,
    sum(if(paid.relation = 'self', paid.volume, least(paid.volume, coalesce(spent.amount, 0)))) as own_volume
  from paid
  left join spent on spent.operator = paid.operator and spent.wallet = paid.payer
  group by paid.operator, paid.apart_on
),
-- On the chains on which it was paid: an agent's address on one chain may belong to another on the others.
credited as (
  select matched.operator, matched.handle, list(distinct matched.chain) as chains
  from int_operators__agents as matched
  semi join x402_demand as paid
    on paid.operator = matched.operator and paid.chain = matched.chain and paid.days = market_days()
  where matched.is_credited
  group by matched.operator, matched.handle
),
judged as (
  select
    credited.handle,
    demand.*,
    len(list_filter(demand.wash_flags, lambda flag: flag <> 'few_payers_many_payments')) > 0
      and exists (from int_trust__payment_wallets as own where own.handle = credited.handle and own.wallet = demand.operator) as is_answerable,
    greatest(
      coalesce(returned.self_payments, 0) / demand.payments,
      if(demand.volume_atomic > 0, coalesce(returned.own_volume, 0)::double / demand.volume_atomic::double, 0)
    ) as own_share
  from x402_demand as demand
  join credited using (operator)
  join liveness using (handle)
  left join returned
    on returned.operator = demand.operator and returned.apart_on is not distinct from demand.apart_on
  where demand.chain = 'all' and demand.days = market_days()
    and (demand.apart_on is null or list_contains(credited.chains, demand.apart_on))
),
weighed as (
  select
    *,
    sum(payments) filter (is_answerable) over of_handle >= rule['most_share'] * sum(payments) over of_handle
      or sum(volume_atomic) filter (is_answerable) over of_handle >= rule['most_share'] * sum(volume_atomic) over of_handle as is_most
  from judged
  cross join rules
  window of_handle as (partition by handle)
),
flagged as (
  select *, unnest(wash_flags) as flag from weighed
)
select
  handle,
  flag,
  case
    when flag = 'few_payers_many_payments' or not (is_answerable and is_most) or own_share < rule['major_share'] then 'minor'
    when own_share <= rule['critical_share'] then 'major'
    else 'critical'
  end as severity,
  payments,
  unique_payers
from flagged
