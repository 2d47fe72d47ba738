-- One row per host that was asked for an A2A agent card at the usual paths: the card as it was last read, when that was
-- (last_ok_at), and when the interface that it names last spoke or was behind a gate (last_alive_at): a card alone is no
-- sign of life.
with asked as (
  select *, outcome in ('answers', 'gated', 'card_only') and json_extract(details, '$.card') is not null as has_card
  from stg_endpoint_probes__observations
  where kind = 'a2a' and url = 'https://' || host || '/.well-known/agent-card.json'
),
answered as (
  select distinct on (host) * from asked where has_card order by host, observed_on desc
),
alive as (
  select distinct on (host) *
  from asked
  where has_card and outcome <> 'card_only'
  order by host, observed_on desc
),
silent as (
  select asked.host, count(*) as dead_days
  from asked
  left join answered using (host)
  where asked.is_silent and (answered.host is null or asked.observed_on > answered.observed_on)
  group by asked.host
),
newest as (
  select distinct on (host) *, min(observed_on) over (partition by host) as first_seen_on
  from asked
  order by host, observed_on desc
)
select
  newest.host,
  newest.outcome,
  newest.status,
  json_extract_string(answered.details, '$.card.name') as name,
  json_extract_string(answered.details, '$.card.description') as description,
  json_extract_string(answered.details, '$.card.version') as version,
  json_extract_string(answered.details, '$.cardVersion') as protocol_version,
  json_extract_string(answered.details, '$.card.url') as url,
  json_extract_string(answered.details, '$.card.provider') as provider,
  coalesce(json_extract(answered.details, '$.card.skills'), '[]') as skills,
  json_extract_string(answered.details, '$.signatures') as signatures,
  try_cast(answered.observed_at as timestamptz)::timestamp as last_ok_at,
  try_cast(alive.observed_at as timestamptz)::timestamp as last_alive_at,
  alive.observed_at as alive_observed_at,
  alive.source_url as alive_source_url,
  alive.response_sha256 as alive_response_sha256,
  newest.first_seen_on,
  coalesce(silent.dead_days, 0) as dead_days,
  newest.observed_on,
  coalesce(answered.observed_at, newest.observed_at) as observed_at,
  coalesce(answered.source_url, newest.source_url) as source_url,
  coalesce(answered.response_sha256, newest.response_sha256) as response_sha256
from newest
left join answered using (host)
left join alive using (host)
left join silent using (host)
