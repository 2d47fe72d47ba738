-- One row per listing of this feed of the x402 Bazaar, as it stands.
select 'payai' as feed, * from raw_x402_bazaar_payai
