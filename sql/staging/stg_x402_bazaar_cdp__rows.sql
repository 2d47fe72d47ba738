-- One row per listing of this feed of the x402 Bazaar, unchanged.
select 'cdp' as feed, * from raw_x402_bazaar_cdp
