-- One row per paid resource that quotes itself and stands in a Bazaar: what of its last quote no listing of it names, of
-- network, wallet and price. Wallets and prices are compared on each network that both name: one that differs on a single
-- network differs, and one that either side leaves out is not compared.
with quoted as (
  select
    probe_address(url) as address,
    chain,
    list(pay_to) as wallets,
    list(lower(asset) || ' ' || amount) filter (asset is not null and amount is not null) as prices
  from stg_endpoint_probes__quotes
  group by address, chain
),
listed as (
  select
    probe_address(resource) as address,
    chain,
    list(pay_to) as wallets,
    list(lower(asset) || ' ' || amount) filter (asset is not null and amount is not null) as prices
  from stg_x402_bazaar__offers
  where not is_gone
  group by address, chain
),
compared as (
  select
    quoted.address,
    bool_or(listed.chain is not null) as has_network,
    bool_and(list_has_any(quoted.wallets, listed.wallets)) as has_wallet,
    bool_and(list_has_any(quoted.prices, listed.prices)) as has_price
  from quoted
  semi join (select distinct address from listed) as known using (address)
  left join listed using (address, chain)
  group by quoted.address
)
select
  address,
  list_filter(
    [
      if(has_network, null, 'network'),
      if(has_wallet is false, 'wallet', null),
      if(has_price is false, 'price', null)
    ],
    lambda part: part is not null
  ) as differences
from compared
