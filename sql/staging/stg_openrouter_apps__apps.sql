-- One row per app in OpenRouter's rankings of apps, or that was once (is_gone): the tokens of the token_days() up to `until`.
select
  app_id,
  name,
  rank,
  try_cast(total_tokens as hugeint) as tokens,
  try_cast(until as date) as until,
  try_cast(as_of as timestamptz)::timestamp as as_of,
  gone_since is not null as is_gone,
  observed_at,
  source_url,
  response_sha256
from raw_openrouter_apps
where name is not null and try_cast(total_tokens as hugeint) is not null
