-- One row per agent and way in which what it says about the wallet to pay does not agree.
with wallets as (
  select distinct
    bound.handle,
    files.chain,
    lower(regexp_extract(wallet, '(?i)(0x[0-9a-f]{40})$', 1)) as wallet
  from stg_erc8004_files__files as files
  join int_records__bound as bound on bound.record_id = 'erc8004_identity:' || files.agent_key
  cross join unnest(cast(files.wallets as varchar[])) as named(wallet)
  where regexp_matches(wallet, '(?i)^0x[0-9a-f]{40}$') or lower(wallet) similar to lower(files.chain) || ':0x[0-9a-f]{40}'
),
paid as (
  select distinct bound.handle, offers.chain, offers.pay_to
  from stg_x402_bazaar__offers as offers
  join int_records__bound as bound on bound.record_id = 'x402_bazaar:' || offers.host
  where not offers.is_gone
),
elsewhere as (
  select wallets.handle, count(distinct paid.pay_to) as others
  from wallets
  join paid using (handle, chain)
  group by wallets.handle, wallets.chain
  having not bool_or(paid.pay_to = wallets.wallet)
),
fed as (
  select resource, host, chain, feed, list_sort(list(distinct pay_to)) as pay_to
  from stg_x402_bazaar__offers
  where not is_gone
  group by resource, host, chain, feed
),
disputed as (
  select bound.handle, count(distinct one.resource) as resources
  from fed as one
  join fed as two on two.resource = one.resource and two.chain = one.chain and two.feed > one.feed
  join int_records__bound as bound on bound.record_id = 'x402_bazaar:' || one.host
  where not list_has_any(one.pay_to, two.pay_to)
  group by bound.handle
)
select
  handle,
  'Its registration names a wallet on the chain, and its offers ask for payment to ' || max(others) || ' other(s).' as reason
from elsewhere
group by handle
union all
select handle, 'Two feeds name different wallets for ' || resources || ' resource(s) of it.' from disputed
