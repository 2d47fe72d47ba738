-- One row per agent that has not departed and endpoint of it: the latest result, and whether the agent itself names it or
-- only the Bazaar does. Route templates are not endpoints. An address refused only because it is unencrypted, or has a
-- port of its own, is not visited and not unsafe.
with named as (
  select bound.handle, regexp_replace(lower(named.endpoint), '/+$', '') as address, true as is_own
  from (
    select agent_key, unnest(cast(services as struct(name varchar, endpoint varchar, version varchar)[]), recursive := true)
    from stg_erc8004_files__files
  ) as named
  join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || named.agent_key
  where named.endpoint is not null
  union all
  select bound.handle, regexp_replace(lower(listings.resource), '/+$', ''), false
  from stg_x402_bazaar__listings as listings
  join int_records__handles as bound on bound.record_id = 'x402_bazaar:' || listings.host
  where listings.gone_since is null
),
declared as (
  select handle, address, bool_or(is_own) as is_own from named where not is_route_template(address) group by handle, address
),
probes as (
  select distinct on (address) regexp_replace(lower(url), '/+$', '') as address, outcome, last_ok_at, dead_days
  from stg_endpoint_probes__probes
  order by address, dead_days, url
),
refused as (
  select bound.handle, lower(files.uri) as address
  from stg_erc8004_files__files as files
  join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || files.agent_key
  where files.outcome = 'refused_unsafe'
),
judged as (
  select
    *,
    regexp_matches(address, '^(http://([a-z0-9-]+\.)+[a-z][a-z0-9-]*(:[0-9]+)?|https://([a-z0-9-]+\.)+[a-z][a-z0-9-]*:[0-9]+)([/?#]|$)')
      and not regexp_matches(address, '^https?://[^/?#]*\.(local|localhost|internal)(:[0-9]+)?([/?#]|$)') as is_public
  from (select *, false as is_file from declared union all select handle, address, true, true from refused)
)
select
  judged.handle,
  judged.address,
  judged.is_own,
  (judged.is_file or coalesce(probes.outcome = 'unsafe', false)) and not coalesce(judged.is_public, false) as is_unsafe,
  probes.last_ok_at is not null as has_answered,
  probes.last_ok_at is not null and probes.dead_days >= 3 as is_expired,
  probes.dead_days
from judged
join liveness using (handle)
left join probes using (address)
union all
select bound.handle, 'https://' || cards.host || '/.well-known/agent-card.json', true, false, true, cards.dead_days >= 3, cards.dead_days
from stg_endpoint_probes__cards as cards
join int_records__handles as bound on bound.record_id = 'a2a_cards:' || cards.host
join liveness using (handle)
where cards.last_ok_at is not null
