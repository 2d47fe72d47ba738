-- One row per agent, chain and wallet that the agent itself names as the recipient of payments: in its registration, or in
-- the 402 answer of its own host; or that signed for it. Wallets that only a feed gives are left out, since anybody can
-- list any resource.
select
  bound.handle,
  files.chain,
  lower(regexp_extract(wallet, '(?i)(0x[0-9a-f]{40})$', 1)) as wallet,
  'registration' as place
from stg_erc8004_files__files as files
join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || files.agent_key
cross join unnest(cast(files.wallets as varchar[])) as named(wallet)
where regexp_matches(wallet, '(?i)^0x[0-9a-f]{40}$') or lower(wallet) similar to lower(files.chain) || ':0x[0-9a-f]{40}'
union
select bound.handle, quotes.chain, quotes.pay_to, 'quote'
from stg_endpoint_probes__quotes as quotes
cross join (values ('x402_bazaar:'), ('a2a_cards:')) as sources (prefix)
join int_records__handles as bound on bound.record_id = sources.prefix || quotes.host
union
select handle, chain, wallet, 'signature' from int_erc8004_wallets__signatures
