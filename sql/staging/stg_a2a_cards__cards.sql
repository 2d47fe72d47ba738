-- One row per host that was requested for an A2A agent card: the latest result, and the card as it was last read.
with answered as (
  select distinct on (host) *
  from observed_a2a_cards
  where outcome = 'ok'
  order by host, observed_on desc
),
silent as (
  select seen.host, count(*) as dead_days
  from observed_a2a_cards as seen
  left join answered using (host)
  where answered.host is null or seen.observed_on > answered.observed_on
  group by seen.host
)
select
  newest.host,
  newest.outcome,
  newest.status,
  answered.name,
  answered.description,
  answered.version,
  answered.protocol_version,
  answered.url,
  answered.provider,
  coalesce(cast(answered.skills as json), '[]') as skills,
  try_cast(answered.observed_at as timestamptz)::timestamp as last_ok_at,
  newest.first_seen_on,
  coalesce(silent.dead_days, 0) as dead_days,
  newest.observed_on,
  coalesce(answered.observed_at, newest.observed_at) as observed_at,
  coalesce(answered.source_url, newest.source_url) as source_url,
  coalesce(answered.response_sha256, newest.response_sha256) as response_sha256
from raw_a2a_cards as newest
left join answered using (host)
left join silent using (host)
