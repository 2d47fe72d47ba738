-- New and returning payers add up to all payers, no share exceeds 1, and the wash rule never adds a payer.
select operator, chain, days
from x402_demand
where payments < unique_payers or unique_payers < 1
  or unique_payers_adjusted not between 0 and unique_payers
  or new_payers + returning_payers <> unique_payers
  or top_payer_share not between 0 and 1 or top_payer_volume_share not between 0 and 1 or self_funded_share not between 0 and 1
  or volume_atomic < 0 or volume_usd * 1000000 <> volume_atomic
