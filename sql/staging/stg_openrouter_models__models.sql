-- One row per model that OpenRouter offers, or did once (is_gone).
select
  id,
  name,
  try_cast(created_at as timestamptz)::timestamp as created_at,
  context_length,
  prompt_price_usd,
  completion_price_usd,
  gone_since is not null as is_gone,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_openrouter_models
