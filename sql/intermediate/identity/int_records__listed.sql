-- One row per record: one thing that one source names, whether it is still there or has departed.
with servers as (
  select
    'mcp_registry:' || name as record_id,
    'mcp_registry' as source,
    'mcp_server' as category,
    name as source_key,
    coalesce(title, name) as name,
    description,
    'https://registry.modelcontextprotocol.io/v0.1/servers/' || url_encode(name) || '/versions/latest' as record_url,
    website_url as website,
    case when repository is not null then 'https://github.com/' || repository end as repository_url,
    departed_on,
    departed_reason,
    strftime(published_at, '%Y-%m-%dT%H:%M:%SZ') as published_at,
    first_seen_on,
    observed_at
  from stg_mcp_registry__servers
),
families as (
  select
    'catalog:family/' || id as record_id,
    'catalog' as source,
    'model_family' as category,
    id as source_key,
    name,
    'Model family by ' || provider || '.' as description,
    source_urls[1] as record_url,
    null as website,
    null as repository_url,
    null::date as departed_on,
    null as departed_reason,
    null::varchar as published_at,
    null::date as first_seen_on,
    null::varchar as observed_at
  from stg_catalog__families
),
developers as (
  select
    'catalog:developer/' || id as record_id,
    'catalog' as source,
    'developer' as category,
    id as source_key,
    name,
    null as description,
    source_urls[1] as record_url,
    website,
    null as repository_url,
    null::date as departed_on,
    null as departed_reason,
    null::varchar as published_at,
    null::date as first_seen_on,
    null::varchar as observed_at
  from stg_catalog__developers
),
tokens as (
  select
    'coingecko_ai_agents:' || id as record_id,
    'coingecko_ai_agents' as source,
    'tokenized' as category,
    id as source_key,
    coalesce(name, id) as name,
    null as description,
    'https://www.coingecko.com/en/coins/' || url_encode(id) as record_url,
    null as website,
    null as repository_url,
    gone_since as departed_on,
    case when gone_since is not null then 'no longer listed among AI agent tokens on CoinGecko' end as departed_reason,
    strftime(first_seen_on, '%Y-%m-%d') as published_at,
    first_seen_on,
    observed_at
  from stg_coingecko_ai_agents__tokens
)
select * from servers
union all by name
select * from int_service_records__listed
union all by name
select * from tokens
union all by name
select * from families
union all by name
select * from developers
