-- One row per address and day on which it was probed: the result. is_alive: a sign of life. is_silent: it counts as a day
-- without one. An outcome that says something of the prober (rate limits, bot checks) is neither.
select
  *,
  is_sign_of_life(outcome) as is_alive,
  outcome in (
    'card_only', 'wrong_protocol', 'parked', 'not_found', 'malformed', 'redirects', 'unsafe', 'dns', 'refused', 'tls',
    'server_error', 'timeout'
  ) as is_silent,
  outcome in ('server_error', 'timeout') as is_doubtful
from observed_endpoint_probes
where outcome <> 'not_probed'
