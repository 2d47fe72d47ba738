-- One row per host that was ever seen to request payment in a 402 answer of its own: it is a seller, even while it is
-- down. A request behind a redirect to another host is not the host's own.
select distinct host
from observed_endpoint_probes
where outcome = 'answers' and json_array_length(cast(quotes as json)) > 0
  and coalesce(lower(regexp_extract(final_url, '(?i)^https://([^/:?#@]+)', 1)), host) = host
