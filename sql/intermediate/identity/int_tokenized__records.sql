-- One row per record of a tokenized agent: a token in the AI agents category of CoinGecko. A second listing of the same
-- coin is no agent of its own.
select
  'coingecko_ai_agents:' || tokens.id as record_id,
  'coingecko_ai_agents' as source,
  'tokenized' as category,
  tokens.id as source_key,
  coalesce(tokens.name, tokens.id) as name,
  null::varchar as description,
  'https://www.coingecko.com/en/coins/' || url_encode(tokens.id) as record_url,
  null::varchar as website,
  null::varchar as repository_url,
  coalesce(gone_since, if(alike.is_same, first_seen_on, null)) as departed_on,
  case
    when gone_since is not null then 'no longer listed among AI agent tokens on CoinGecko'
    when alike.is_same then 'the same coin as ' || alike.other || ', listed again'
  end as departed_reason,
  strftime(first_seen_on, '%Y-%m-%d') as published_at,
  first_seen_on,
  observed_at
from stg_coingecko_ai_agents__tokens as tokens
left join int_tokens__copies as alike using (id)
