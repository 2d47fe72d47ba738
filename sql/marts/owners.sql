-- One row per owner with an agent that has not departed: its agents by state, and its payments in the last market_days(),
-- chain by chain: a payer on two chains has two addresses. An owner of one agent that nobody paid has no page of its own.
with totals as (
  select
    ties.owner,
    any_value(ties.kind) as kind,
    any_value(ties.name) as name,
    count(*) filter (ties.departed_on is null) as agents,
    count(*) filter (agents.liveness = 'alive') as alive,
    count(*) filter (agents.liveness = 'not_alive') as not_alive,
    count(*) filter (agents.liveness = 'unknown') as unknown,
    count(*) filter (ties.departed_on is not null) as departed,
    count(*) filter (ties.departed_on is null and agents.rank is not null) as ranked,
    count(flagged.handle) as flagged
  from int_owners__ties as ties
  join agents using (handle)
  left join grave_flags as flagged using (handle)
  group by ties.owner
),
paid as (
  select
    owner,
    list({
      chain: chain, chain_name: coalesce(chains.name, chain), wallets: wallets, payments: payments,
      volume_usd: (volume_atomic::decimal(32, 0) * 0.000001::decimal(6, 6))::varchar,
      unique_payers: unique_payers, independent_payers: independent_payers
    } order by payments desc, chain) as payments
  from int_owners__payments
  left join raw_chains as chains using (chain)
  group by owner
)
select
  totals.*,
  totals.agents > max_own_registrations() and totals.kind = 'wallet' as may_be_platform,
  coalesce(paid.payments, []) as payments,
  totals.agents > 1 or paid.owner is not null as has_page
from totals
left join paid using (owner)
where totals.agents > 0
