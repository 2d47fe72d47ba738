-- One row per agent that was ever indexed, named by its handle; a departed one keeps its row, with the reason.
with channels as (
  select
    bound.handle,
    bool_or(json_array_length(servers.remotes) > 0) as has_remote,
    bool_or(json_array_length(servers.packages) > 0) as has_package,
    bool_or(credited.name is not null and starts_with(lower(servers.name), 'io.github.')) as has_proven_account
  from int_records__handles as bound
  join stg_mcp_registry__servers as servers on bound.record_id = 'mcp_registry:' || servers.name
  left join int_mcp_server__repositories as credited using (name)
  group by bound.handle
),
services as (
  select
    bound.handle,
    bool_or(records.source = 'erc8004_identity') as is_registered,
    bool_or(records.source = 'x402_bazaar' and records.departed_on is null) as is_seller,
    bool_or(records.source = 'a2a_cards') as has_card,
    bool_or(records.source = 'erc8004_identity' and hosts.agent_key is not null) as has_proven_registration
  from int_records__handles as bound
  join int_records as records using (record_id)
  left join (select agent_key from int_erc8004_agents__hosts where is_proven) as hosts
    on records.record_id = 'erc8004_identity:' || hosts.agent_key
  group by bound.handle
),
repeated as (
  select bound.handle, count(*) as copies
  from int_registrations__copies as copied
  join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || copied.original
  group by bound.handle
),
-- An agent that was indexed before it was identified as a copy.
repeating as (
  select 'erc8004_identity:' || copied.agent_key as main_record, bound.handle as copy_of
  from int_registrations__copies as copied
  join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || copied.original
),
visible as (
  select distinct handle from signals where key in ('github_stars', 'github_stars_total') and value > 0
),
observed as (
  select handle, max(observed_at) as last_observed_at, list_sort(list(distinct source_url))[:20] as signal_urls
  from signal_inputs
  group by handle
)
select
  agents.handle,
  agents.main_record,
  agents.name,
  agents.description,
  agents.primary_category,
  agents.secondary_categories,
  coalesce(tiers.tier, 'indexed') as tier,
  primary_ranks.rank,
  primary_ranks.score,
  case
    when agents.primary_category = 'model_family' then 'foundation_model'
    when agents.primary_category = 'developer' then 'builder'
    when agents.primary_category = 'tokenized' then 'agent_token'
    when agents.primary_category = 'service' and services.is_seller then 'paid_service'
    when agents.primary_category = 'service' and services.has_card then 'callable_agent'
    when agents.primary_category = 'service' then 'registered_agent'
    when channels.has_remote and channels.has_package then 'hybrid_tool_server'
    when channels.has_remote then 'hosted_tool_server'
    when channels.has_package then 'packaged_tool_server'
    else 'source_tool_server'
  end as archetype,
  case agents.primary_category
    when 'model_family' then 'models'
    when 'developer' then 'builders'
    when 'tokenized' then 'markets'
    when 'service' then 'services'
    else 'tools'
  end as ecosystem_layer,
  agents.primary_category in ('model_family', 'developer')
    or coalesce(channels.has_proven_account, false)
    or coalesce(services.has_proven_registration, false) as is_verified,
  case
    when agents.primary_category in ('model_family', 'developer') then 'curated catalogue'
    when services.has_proven_registration then 'its own domain names its ERC-8004 registration'
    when channels.has_proven_account then 'registry namespace proves the repository account'
  end as verification,
  -- Null until the registry is first read.
  case when registry.last_ok_on is not null then coalesce(services.is_registered, false) end as is_erc8004_registered,
  -- Number of registrations that repeat its text and are no agents of their own; null without a registration.
  case when services.is_registered then coalesce(repeated.copies, 0) end as copies,
  case when agents.departed_on is not null then repeating.copy_of end as copy_of,
  paid.payment_days,
  visible.handle is not null or agents.website is not null as is_socially_visible,
  liveness.liveness,
  liveness.activity,
  strftime(liveness.last_activity_at, '%Y-%m-%dT%H:%M:%SZ') as last_activity_at,
  liveness.days_since_active,
  strftime(liveness.last_probe_ok_at, '%Y-%m-%dT%H:%M:%SZ') as last_probe_ok_at,
  words.life,
  agents.website,
  agents.repository_url,
  licensed.license,
  agents.first_seen_on,
  agents.departed_on,
  agents.departed_reason,
  coalesce(observed.last_observed_at, run.archived_at) as last_updated,
  list_distinct(list_concat(agents.record_urls, coalesce(observed.signal_urls, []))) as source_urls
from int_agents__profiles as agents
left join tiers using (handle)
left join rankings as primary_ranks on primary_ranks.handle = agents.handle and primary_ranks.category = agents.primary_category
left join channels on channels.handle = agents.handle
left join services on services.handle = agents.handle
left join repeated on repeated.handle = agents.handle
left join repeating on repeating.main_record = agents.main_record
left join visible on visible.handle = agents.handle
left join liveness on liveness.handle = agents.handle
left join liveness_words as words on words.handle = agents.handle
left join observed on observed.handle = agents.handle
left join int_agents__payment_days as paid on paid.handle = agents.handle
left join sources as registry on registry.name = 'erc8004_identity'
left join int_agents__licenses as licensed on licensed.handle = agents.handle
cross join run
