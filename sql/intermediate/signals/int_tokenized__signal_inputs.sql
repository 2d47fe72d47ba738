-- One row per tokenized agent, signal and recorded response that the signal is read from.
with tokens as (
  select bound.handle, tokens.*
  from stg_coingecko_ai_agents__tokens as tokens
  join int_records__handles as bound on bound.record_id = 'coingecko_ai_agents:' || tokens.id
  where tokens.gone_since is null
),
quoted as (
  select handle, id as item, observed_at, source_url, response_sha256, unnest([
    {key: 'token_market_cap', value: market_cap::double},
    {key: 'token_volume', value: volume}
  ], recursive := true), null::timestamp as value_at
  from tokens
),
traded as (
  select
    handle, id as item, traded_observed_at as observed_at, traded_source_url as source_url,
    traded_response_sha256 as response_sha256, 'token_traded_at' as key, null::double as value, traded_at as value_at
  from tokens
  where traded_at is not null
),
locked as (
  select tokens.handle, protocols.slug as item, protocols.observed_at, protocols.source_url, protocols.response_sha256, unnest([
    {key: 'token_tvl', value: protocols.tvl::double, value_at: null::timestamp},
    {key: 'token_protocol_listed_at', value: null, value_at: protocols.listed_at}
  ], recursive := true)
  from tokens
  join stg_defillama__protocols as protocols on protocols.gecko_id = tokens.id
  where protocols.gone_since is null
)
select * from quoted
union all by name
select * from traded
union all by name
select * from locked
