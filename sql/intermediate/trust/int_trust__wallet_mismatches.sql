-- One row per agent and contradiction about the wallet to pay. It is major if the agent contradicts itself; a feed's
-- statement may come from anybody, and is minor. A wallet that signed for the agent is its own, even if its registration
-- is out of date.
with registered as (
  select handle, chain, list(wallet) as wallets
  from int_trust__payment_wallets
  where place in ('registration', 'signature')
  group by handle, chain
  having bool_or(place = 'registration')
),
quoted as (
  select handle, chain, list(wallet) as wallets from int_trust__payment_wallets where place = 'quote' group by handle, chain
),
offered as (
  select bound.handle, offers.chain, offers.resource, offers.feed, list(offers.pay_to) as wallets
  from stg_x402_bazaar__offers as offers
  join int_records__handles as bound on bound.record_id = 'x402_bazaar:' || offers.host
  where not offers.is_gone
  group by bound.handle, offers.chain, offers.resource, offers.feed
),
listed as (
  select handle, chain, list_distinct(flatten(list(wallets))) as wallets from offered group by handle, chain
),
answered as (
  select url as resource, chain, list(pay_to) as wallets from stg_endpoint_probes__quotes group by url, chain
),
disputed as (
  select one.handle, one.resource
  from offered as one
  join offered as two using (handle, chain, resource)
  where two.feed > one.feed and not list_has_any(one.wallets, two.wallets)
  union
  select offered.handle, offered.resource
  from offered
  join answered using (chain, resource)
  where not list_has_any(offered.wallets, answered.wallets)
)
select distinct
  registered.handle,
  'major' as severity,
  'Its registration names one wallet, but its own host asks for payment to another.' as reason
from registered
join quoted using (handle, chain)
where not list_has_any(registered.wallets, quoted.wallets)
union all
select distinct registered.handle, 'minor', 'Its registration names one wallet, but the feeds that list it name others.'
from registered
join listed using (handle, chain)
where not list_has_any(registered.wallets, listed.wallets)
union all
select handle, 'minor', 'Two feeds, or a feed and its own host, name different wallets for ' || count(*) || ' of its resources.'
from disputed
group by handle
