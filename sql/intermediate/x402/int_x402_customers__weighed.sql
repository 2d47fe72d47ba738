-- One row per agent and independent payer that counts for it: which part of a customer it is. One that is not known
-- counts as stranger(). Where several agents share an address, each customer is divided among them. A chain has rows once
-- settled_days() of its payments were read: fewer tell sellers of few customers apart by chance.
select
  buyers.handle,
  buyers.chain,
  buyers.payer,
  round(
    (stranger() + (1 - stranger()) * coalesce(known.known, 0)) / matched.shared_by, 2
  )::decimal(4, 2) as customers,
  buyers.observed_at,
  buyers.source_url,
  buyers.response_sha256
from int_x402_payers__credited as buyers
semi join (
  select chain from int_x402_windows__observed where days = market_days() and observed_days >= settled_days()
) using (chain)
join int_operators__matched as matched
  on matched.handle = buyers.handle and matched.chain = buyers.chain and matched.operator = buyers.operator
    and matched.is_credited
left join int_x402_payers__known as known
  on known.chain = buyers.chain and known.operator = buyers.operator and known.payer = buyers.payer
where buyers.is_independent and buyers.is_counted
