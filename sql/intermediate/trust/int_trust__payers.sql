-- One row per agent, chain and independent payer of a wallet that the agent's own host quotes over TLS: whether the payer
-- is known, and what it would have cost to fake this customer, in US dollars, rounded down: the spend with anchors that
-- counts for this seller, and one payment. Agents that share an address share its customers equally.
with prices as (
  select map_from_entries(list({k: part, v: usd::double})) as usd from seed_trust__costs
)
select
  payers.handle,
  payers.chain,
  payers.operator as wallet,
  payers.payer,
  coalesce(shares.is_known, false) as is_known,
  (floor(1e6 * prices.usd['known_wallets'] * coalesce(shares.known, 0) / credited.shared_by) / 1e6)::decimal(12, 6) as known_usd,
  (floor(1e6 * prices.usd['payments'] / credited.shared_by) / 1e6)::decimal(12, 6) as payment_usd
from int_agents__payers as payers
semi join (select handle, chain, wallet from int_trust__payment_wallets where place = 'quote') as quoted
  on quoted.handle = payers.handle and quoted.chain = payers.chain and quoted.wallet = payers.operator
join int_operators__agents as credited
  on credited.handle = payers.handle and credited.chain = payers.chain and credited.operator = payers.operator
    and credited.is_credited
left join int_x402_payers__known_shares as shares
  on shares.chain = payers.chain and shares.operator = payers.operator and shares.payer = payers.payer
cross join prices
where payers.is_independent
