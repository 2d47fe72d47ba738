-- One row per day and model in OpenRouter's rankings: the tokens that went through it.
select
  try_cast(date as date) as day,
  model,
  try_cast(total_tokens as hugeint) as tokens,
  try_cast(as_of as timestamptz)::timestamp as as_of,
  observed_at,
  source_url,
  response_sha256
from raw_openrouter_rankings
where try_cast(total_tokens as hugeint) is not null
