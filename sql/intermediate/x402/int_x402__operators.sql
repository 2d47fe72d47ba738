-- One row per operator and chain ('all': across chains) that was paid: the agents that request payment to it, the one
-- credited with it, and whether the Bazaar lists it.
with operators as (
  select operator, coalesce(chain, 'all') as chain, max(paid_at) as last_paid_at
  from stg_x402_payments__payments
  where operator is not null
  group by grouping sets ((operator, chain), (operator))
),
offered as (
  select pay_to as operator, chain from stg_x402_bazaar__offers where not is_gone
),
matched as (
  select
    operators.operator,
    operators.chain,
    list_sort(list(distinct matched.handle)) as handles,
    min(matched.handle) filter (matched.is_credited) as credited_handle
  from operators
  join int_operators__agents as matched on matched.operator = operators.operator
    and operators.chain in (matched.chain, 'all')
  where matched.handle is not null
  group by operators.operator, operators.chain
)
select
  operators.operator,
  operators.chain,
  operators.last_paid_at,
  exists (
    from offered where offered.operator = operators.operator and operators.chain in (offered.chain, 'all')
  ) as is_listed,
  coalesce(matched.handles, []) as handles,
  matched.credited_handle
from operators
left join matched using (operator, chain)
