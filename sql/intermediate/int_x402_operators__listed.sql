-- One row per operator and chain ('all': across chains) that was paid, with where the index knows it from.
with operators as (
  select distinct operator, chain from int_x402_windows__counted
),
offered as (
  select distinct pay_to as operator, chain from stg_x402_bazaar__offers where not is_gone
),
matched as (
  select
    operators.operator,
    operators.chain,
    list_sort(list(distinct matched.handle)) as handles,
    min(matched.handle) filter (matched.is_credited) as credited_handle
  from operators
  join int_operators__matched as matched on matched.operator = operators.operator
    and operators.chain in (matched.chain, 'all')
  where matched.handle is not null
  group by operators.operator, operators.chain
),
paid as (
  select operator, coalesce(chain, 'all') as chain, max(paid_at) as last_paid_at
  from stg_x402_payments__payments
  group by grouping sets ((operator, chain), (operator))
)
select
  operators.operator,
  operators.chain,
  paid.last_paid_at,
  exists (
    from offered where offered.operator = operators.operator and operators.chain in (offered.chain, 'all')
  ) as is_listed,
  coalesce(matched.handles, []) as handles,
  matched.credited_handle
from operators
join paid using (operator, chain)
left join matched using (operator, chain)
