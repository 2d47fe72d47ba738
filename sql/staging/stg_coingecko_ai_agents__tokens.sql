-- One row per token that CoinGecko lists among AI agents, or listed once (gone_since); figures in USD.
with traded as (
  select distinct on (id) id, last_updated, observed_at, source_url, response_sha256
  from observed_coingecko_ai_agents
  where total_volume > 0
  order by id, observed_on desc
)
select
  newest.id,
  newest.symbol,
  newest.name,
  newest.current_price as price,
  newest.market_cap,
  newest.total_volume as volume,
  newest.price_change_percentage_24h,
  newest.gone_since,
  newest.first_seen_on,
  newest.observed_on,
  newest.observed_at,
  newest.source_url,
  newest.response_sha256,
  try_cast(coalesce(traded.last_updated, traded.observed_at) as timestamptz)::timestamp as traded_at,
  traded.observed_at as traded_observed_at,
  traded.source_url as traded_source_url,
  traded.response_sha256 as traded_response_sha256
from raw_coingecko_ai_agents as newest
left join traded using (id)
