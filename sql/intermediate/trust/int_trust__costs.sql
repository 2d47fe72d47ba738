-- One row per agent of which a wallet is known: the parts of the least that it costs to fake what a limit rests on, in US
-- dollars, and their sum, rounded down to cents (seed_trust__costs has the prices). A part of which it has nothing is left
-- out.
with paid as (
  select
    handle,
    count(*) as payers,
    count(*) filter (is_known) as known_payers,
    count(distinct wallet) as wallets,
    sum(known_usd) as known_usd,
    sum(payment_usd) as payment_usd
  from int_trust__payers
  group by handle
),
recorded as (
  select
    bound.handle,
    bool_or(records.source = 'erc8004_identity') as is_registered,
    bool_or(records.source = 'x402_bazaar') as is_listed
  from int_records__handles as bound
  join int_records as records using (record_id)
  where records.departed_on is null
  group by bound.handle
),
hosts as (
  select bound.handle, count(distinct quotes.host) as hosts
  from stg_endpoint_probes__quotes as quotes
  cross join (values ('x402_bazaar:'), ('a2a_cards:')) as sources (prefix)
  join int_records__handles as bound on bound.record_id = sources.prefix || quotes.host
  group by bound.handle
),
counted as (
  select payees.handle, unnest([
    {part: 'known_wallets', units: coalesce(paid.known_payers, 0), spent: paid.known_usd},
    {part: 'payments', units: coalesce(paid.payers, 0), spent: paid.payment_usd},
    {part: 'wallets', units: coalesce(paid.payers, 0), spent: null},
    {part: 'registration', units: coalesce(recorded.is_registered, false)::bigint, spent: null},
    {part: 'listing', units: coalesce(recorded.is_listed, false)::bigint, spent: null},
    {part: 'hosts', units: coalesce(hosts.hosts, 0), spent: null},
    {part: 'age', units: greatest(date_diff('day', ages.known_since, run.day), 0), spent: null}
  ], recursive := true)
  from int_trust__payees as payees
  cross join run
  join int_trust__ages as ages using (handle)
  left join paid using (handle)
  left join recorded using (handle)
  left join hosts using (handle)
),
priced as (
  select
    counted.handle, prices.position, counted.part, counted.units::bigint as units,
    coalesce(counted.spent, counted.units * prices.usd)::decimal(12, 6) as usd
  from counted
  join seed_trust__costs as prices using (part)
  where counted.units > 0 or counted.spent > 0
)
select
  handle,
  (floor(sum(usd) * 100) / 100)::decimal(12, 2) as cost_to_fake_usd,
  list_sort(list({position: position, part: part, units: units, usd: usd})) as parts
from priced
group by handle
