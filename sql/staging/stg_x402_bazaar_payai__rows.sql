-- One row per listing of this feed of the x402 Bazaar, unchanged.
select 'payai' as feed, * from raw_x402_bazaar_payai
