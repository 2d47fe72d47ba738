-- One row per service agent, signal and recorded response that the signal is read from.
with registrations as (
  select bound.handle, events.*
  from stg_erc8004_identity__events as events
  join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || events.agent_key
),
registered as (
  select handle, agent_key as item, observed_at, source_url, response_sha256, unnest(list_filter([
    {key: 'erc8004_registered_at', value: null::double, value_at: case when kind = 'registered' then happened_at end},
    {key: 'erc8004_updated_at', value: null, value_at: case when kind in ('registered', 'uri_updated') then happened_at end}
  ], lambda one: one.value_at is not null), recursive := true)
  from registrations
),
reviewed as (
  select
    bound.handle, given.client as item,
    max_by(given.observed_at, (given.given_at, given.feedback_index)) as observed_at,
    max_by(given.source_url, (given.given_at, given.feedback_index)) as source_url,
    max_by(given.response_sha256, (given.given_at, given.feedback_index)) as response_sha256,
    'erc8004_feedback_clients' as key, 1::double as value, null::timestamp as value_at
  from stg_erc8004_reputation__feedback as given
  join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || given.agent_key
  join int_feedback__independent_clients as independent using (agent_key, client)
  group by bound.handle, given.client
),
described as (
  select bound.handle, files.agent_key as item, files.observed_at, files.source_url, files.response_sha256,
    'registration_fields' as key,
    (nullif(trim(files.name), '') is not null)::int + coalesce(length(trim(files.description)) >= 40, false)::int
      + (json_array_length(files.services) > 0)::int + (json_array_length(files.supported_trust) > 0)::int as value,
    null::timestamp as value_at
  from stg_erc8004_files__files as files
  join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || files.agent_key
  where files.read_on is not null
),
listed as (
  select bound.handle, listings.resource as item, listings.observed_at, listings.source_url, listings.response_sha256,
    'x402_resources' as key, 1::double as value, null::timestamp as value_at
  from (select distinct on (resource) * from stg_x402_bazaar__listings where gone_since is null order by resource, feed, type, method) as listings
  join int_records__handles as bound on bound.record_id = 'x402_bazaar:' || listings.host
),
paid as (
  select handle, payer as item, observed_at, source_url, response_sha256, unnest(list_filter([
    {key: 'x402_independent_payers', value: case when is_counted then 1 end::double, value_at: null::timestamp},
    {key: 'x402_returning_payers', value: case when is_counted and is_returning then 1 end, value_at: null},
    {key: 'x402_paid_at', value: null, value_at: last_paid_at}
  ], lambda one: one.value is not null or one.value_at is not null), recursive := true)
  from int_agents__payers
  where is_independent
),
valued as (
  select handle, payer as item, observed_at, source_url, response_sha256,
    'x402_customers' as key, customers::double as value, null::timestamp as value_at
  from int_x402_customers__weights
  union all by name
  select handle, operator as item, observed_at, source_url, response_sha256,
    'x402_customers' as key, 0 as value, null::timestamp as value_at
  from int_x402_customers__zeros
),
begun as (
  select
    handle, payer as item, first_observed_at as observed_at, first_source_url as source_url,
    first_response_sha256 as response_sha256, 'x402_first_paid_at' as key, null::double as value, first_paid_at as value_at
  from int_agents__payers
  where is_independent
),
hosts as (
  select handle, host, how from int_agents__hosts
),
carded as (
  select hosts.handle, cards.host as item, unnest([
    {key: 'a2a_skills', value: json_array_length(cards.skills)::double, value_at: null::timestamp,
      observed_at: cards.observed_at, source_url: cards.source_url, response_sha256: cards.response_sha256},
    {key: 'card_answered_at', value: null, value_at: cards.last_alive_at, observed_at: cards.alive_observed_at,
      source_url: cards.alive_source_url, response_sha256: cards.alive_response_sha256}
  ][1:if(cards.last_alive_at is null, 1, 2)], recursive := true)
  from stg_endpoint_probes__cards as cards
  join hosts using (host)
  where cards.last_ok_at is not null and hosts.how <> 'declared'
),
answered as (
  -- A page proves that a web site exists, not that an agent does.
  select hosts.handle, probes.url as item, probes.observed_at, probes.source_url, probes.response_sha256, unnest(list_filter([
    {key: 'endpoint_answered_at', value: null::double, value_at: probes.last_ok_at},
    {key: 'protocol_answered_at', value: null, value_at: case when probes.kind in ('mcp', 'a2a', 'x402') then probes.last_ok_at end}
  ], lambda one: one.value_at is not null), recursive := true)
  from stg_endpoint_probes__probes as probes
  join hosts using (host)
  where probes.last_ok_at is not null and hosts.how <> 'declared'
),
starred as (
  select shared.handle, repositories.full_name as item, repositories.observed_at, repositories.source_url, repositories.response_sha256, unnest([
    {key: 'github_stars', value: round(repositories.stars / shared.agents, 2)::double, value_at: null::timestamp},
    {key: 'github_forks', value: round(repositories.forks / shared.agents, 2), value_at: null},
    {key: 'github_pushed_at', value: null, value_at: repositories.pushed_at}
  ], recursive := true)
  from int_service__repositories as shared
  join int_repositories__aliases as repositories on repositories.repository = shared.repository and repositories.is_newest
)
select * from registered
union all by name
select * from reviewed
union all by name
select * from described
union all by name
select * from listed
union all by name
select * from paid
union all by name
select * from valued
union all by name
select * from begun
union all by name
select * from carded
union all by name
select * from answered
union all by name
select * from starred
