-- One row per agent and independent payer that counts for it: its weight as a fraction of a customer. An unknown payer has
-- unknown_customer_weight(). If several agents share an address, each customer is divided among them. A chain has rows
-- once min_customer_days() of its payments were read: fewer tell sellers of few customers apart by chance.
select
  buyers.handle,
  buyers.chain,
  buyers.payer,
  round(
    (unknown_customer_weight() + (1 - unknown_customer_weight()) * coalesce(known.known, 0)) / matched.shared_by, 2
  )::decimal(4, 2) as customers,
  buyers.observed_at,
  buyers.source_url,
  buyers.response_sha256
from int_agents__payers as buyers
semi join (
  select chain from int_x402_windows__coverage where days = market_days() and observed_days >= min_customer_days()
) using (chain)
join int_operators__agents as matched
  on matched.handle = buyers.handle and matched.chain = buyers.chain and matched.operator = buyers.operator
    and matched.is_credited
left join int_x402_payers__known_shares as known
  on known.chain = buyers.chain and known.operator = buyers.operator and known.payer = buyers.payer
where buyers.is_independent and buyers.is_counted
