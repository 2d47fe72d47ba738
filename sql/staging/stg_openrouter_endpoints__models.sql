-- One row per model of a family whose endpoints on OpenRouter were asked for: how many it had at the last reading, and the
-- best uptime of one over the day before.
select
  model,
  endpoints,
  uptime_1d,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_openrouter_endpoints
