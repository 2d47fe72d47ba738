-- One row per agent, chain and counted independent payer: the payer's weight as a fraction of a customer, from
-- unknown_customer_weight() for a payer without known history to 1. Agents that share an operator's address share its
-- customers equally. A chain without min_customer_days() whole days of payments read has no rows: sellers with few customers would
-- differ by chance.
select
  payers.handle,
  payers.chain,
  payers.payer,
  round(
    (unknown_customer_weight() + (1 - unknown_customer_weight()) * coalesce(shares.known, 0)) / matched.shared_by, 2
  )::decimal(4, 2) as customers,
  payers.observed_at,
  payers.source_url,
  payers.response_sha256
from int_agents__payers as payers
semi join (
  select chain from int_x402_windows__coverage where days = market_days() and complete_days >= min_customer_days()
) using (chain)
join int_operators__agents as matched
  on matched.handle = payers.handle and matched.chain = payers.chain and matched.operator = payers.operator
    and matched.is_credited
left join int_x402_payers__known_shares as shares
  on shares.chain = payers.chain and shares.operator = payers.operator and shares.payer = payers.payer
where payers.is_independent and payers.is_counted
