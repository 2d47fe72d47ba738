-- One row per owner and chain: what the wallets of its present agents were paid there in the last market_days(), and, of
-- an owner that is a wallet, what it was paid itself. A payer that is related to one of these wallets, or is one of them, is
-- not independent of the owner.
with wallets as (
  select distinct ties.owner, matched.chain, matched.operator
  from int_owners__ties as ties
  join int_operators__agents as matched using (handle)
  where ties.departed_on is null and matched.is_credited
  union
  select ties.owner, scoped.chain, scoped.operator
  from int_owners__ties as ties
  join int_x402_operators__scopes as scoped on scoped.operator = ties.name
  where ties.kind = 'wallet' and ties.departed_on is null
),
paid as (
  select
    wallets.owner,
    wallets.chain,
    summed.payer,
    sum(summed.payments) as payments,
    sum(summed.volume) as volume,
    count(*) filter (summed.relation is not null) > 0 as is_related
  from wallets
  -- By chain: the row across chains of an operator that has several would count it twice.
  join int_x402_payer_days__sums as summed on summed.operator = wallets.operator
    and coalesce(summed.only_chain, summed.scope) = wallets.chain
  group by wallets.owner, wallets.chain, summed.payer
),
counted as (
  select owner, chain, count(*) as wallets from wallets group by owner, chain
)
select
  paid.owner,
  paid.chain,
  any_value(counted.wallets) as wallets,
  sum(paid.payments)::bigint as payments,
  sum(paid.volume) as volume_atomic,
  count(*) as unique_payers,
  count(*) filter (not paid.is_related and own.operator is null) as independent_payers
from paid
join counted using (owner, chain)
left join (select distinct owner, operator from wallets) as own
  on own.owner = paid.owner and own.operator = paid.payer
group by paid.owner, paid.chain
