-- One row per host that was ever seen to ask for payment in an answer 402 of its own: it is a seller, even while it is
-- down. What a redirect to another host asks is not the host's own.
select distinct host
from observed_endpoint_probes
where outcome = 'ok' and json_array_length(cast(quotes as json)) > 0
  and coalesce(lower(regexp_extract(final_url, '(?i)^https://([^/:?#@]+)', 1)), host) = host
