-- One row per model that OpenRouter offers now.
select
  id,
  name,
  try_cast(created_at as timestamptz)::timestamp as created_at,
  context_length,
  prompt_price_usd,
  completion_price_usd,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_openrouter_models
where gone_since is null
