-- One row per record of a tokenized agent: a token in the AI agents category of CoinGecko.
select
  'coingecko_ai_agents:' || id as record_id,
  'coingecko_ai_agents' as source,
  'tokenized' as category,
  id as source_key,
  coalesce(name, id) as name,
  null::varchar as description,
  'https://www.coingecko.com/en/coins/' || url_encode(id) as record_url,
  null::varchar as website,
  null::varchar as repository_url,
  gone_since as departed_on,
  case when gone_since is not null then 'no longer listed among AI agent tokens on CoinGecko' end as departed_reason,
  strftime(first_seen_on, '%Y-%m-%d') as published_at,
  first_seen_on,
  observed_at
from stg_coingecko_ai_agents__tokens
