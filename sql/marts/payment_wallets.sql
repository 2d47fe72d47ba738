-- One row per subject (a host, or an agent by its handle), chain and wallet that is named for paying it: quoted by the
-- host's own 402 answer, or only listed, by a feed, a registration or a signature.
with quoted as (
  select distinct host, chain, pay_to as wallet, true as is_quoted from stg_endpoint_probes__quotes
),
listed as (
  select distinct host, chain, pay_to as wallet, false as is_quoted
  from stg_x402_bazaar__offers
  where not is_gone and pay_to is not null
),
named as (
  select * from quoted union all select * from listed
),
of_agents as (
  select bound.handle, named.chain, named.wallet, named.is_quoted
  from named
  cross join (values ('x402_bazaar:'), ('a2a_cards:')) as sources (prefix)
  join int_records__handles as bound on bound.record_id = sources.prefix || named.host
  union all
  select handle, chain, wallet, place = 'quote' from int_trust__payment_wallets
)
select 'host' as subject, host as name, chain, wallet, bool_or(is_quoted) as is_quoted from named group by host, chain, wallet
union all
select 'agent', handle, chain, wallet, bool_or(is_quoted) from of_agents group by handle, chain, wallet
order by subject, name, chain, wallet
