-- One row per record of a service: an ERC-8004 registration, a host that sells in the x402 Bazaar, or one with an A2A card.
with registrations as (
  select
    'erc8004_identity:' || agents.agent_key as record_id,
    'erc8004_identity' as source,
    'service' as category,
    'erc8004-' || split_part(agents.chain, ':', 2) || '-' || agents.agent_id as source_key,
    coalesce(nullif(trim(files.name), ''), 'ERC-8004 agent ' || agents.agent_id) as name,
    files.description,
    coalesce(
      chains.explorer || '/token/' || agents.registry || '?a=' || agents.agent_id, agents.source_url
    ) as record_url,
    websites.website,
    null::varchar as repository_url,
    copied.since as departed_on,
    'repeats the name and description of erc8004-' || replace(substr(copied.original, 8), '/', '-')
      || ', which had them first' as departed_reason,
    strftime(agents.registered_at, '%Y-%m-%dT%H:%M:%SZ') as published_at,
    agents.first_seen_on,
    agents.observed_at
  from stg_erc8004_identity__registrations as agents
  left join raw_chains as chains on chains.chain = agents.chain
  left join stg_erc8004_files__files as files using (agent_key)
  left join int_registrations__copies as copied using (agent_key)
  left join (
    select agent_key, min(endpoint) as website from stg_erc8004_files__services where kind = 'web' and not is_route_template(endpoint) group by agent_key
  ) as websites using (agent_key)
),
sellers as (
  select
    'x402_bazaar:' || host as record_id,
    'x402_bazaar' as source,
    'service' as category,
    host as source_key,
    coalesce(min(nullif(trim(service_name), '')), host) as name,
    min_by(description, (gone_since is not null, resource, feed, type, method)) filter (nullif(trim(description), '') is not null) as description,
    min_by(source_url, (gone_since is not null, feed, resource, type, method)) as record_url,
    'https://' || host || '/' as website,
    null::varchar as repository_url,
    case when bool_and(gone_since is not null) then max(gone_since) end as departed_on,
    case when bool_and(gone_since is not null) then 'no longer listed in the x402 Bazaar' end as departed_reason,
    strftime(min(first_seen_on), '%Y-%m-%d') as published_at,
    min(first_seen_on) as first_seen_on,
    max(observed_at) as observed_at
  from stg_x402_bazaar__listings
  anti join raw_shared_hosts using (host)
  group by host
),
cards as (
  select
    'a2a_cards:' || host as record_id,
    'a2a_cards' as source,
    'service' as category,
    host as source_key,
    coalesce(nullif(trim(name), ''), host) as name,
    description,
    source_url as record_url,
    'https://' || host || '/' as website,
    null::varchar as repository_url,
    null::date as departed_on,
    null::varchar as departed_reason,
    strftime(first_seen_on, '%Y-%m-%d') as published_at,
    first_seen_on,
    observed_at
  from stg_endpoint_probes__cards
  where last_ok_at is not null
)
select * from registrations
union all by name
select * from sellers
union all by name
select * from cards
