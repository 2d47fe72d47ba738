-- One row per agent and operator that it is credited with, if no customer counts for the agent: where all payments of each
-- of its chains are found, with every one of the last market_days() read in full, that is an observed 0. With a wallet on
-- any other chain, where customers may be, it is unknown, and there is no row.
with read as (
  select chains.chain
  from raw_chains as chains
  join int_x402_windows__coverage as windows on windows.chain = chains.chain
  where chains.is_whole and windows.days = market_days() and windows.complete_days = market_days()
),
half_read as (
  select distinct handle from int_operators__agents anti join read using (chain) where is_credited
),
asking as (
  select chain, pay_to as operator, observed_at, source_url, response_sha256 from stg_x402_bazaar__offers
  union all
  select chain, pay_to, observed_at, source_url, response_sha256 from stg_endpoint_probes__quotes
)
select distinct on (matched.handle, matched.operator)
  matched.handle,
  matched.operator,
  asking.observed_at,
  asking.source_url,
  asking.response_sha256
from int_operators__agents as matched
anti join half_read using (handle)
anti join int_x402_customers__weights using (handle)
join asking using (chain, operator)
where matched.is_credited
order by matched.handle, matched.operator, asking.observed_at desc, asking.source_url, asking.response_sha256
