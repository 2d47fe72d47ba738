-- One row per address and day on which its list of MCP tools was read for the first time, or differed from the list read
-- before. previous_on, previous_version: the day and the server's own version when it last answered with the earlier list.
with answered as (
  select
    url, observed_on, observed_at, source_url, response_sha256, server_version, tools_hash, received_hash, tools_count,
    tools is not null as is_new,
    lag(observed_on) over by_day as previous_on,
    lag(server_version) over by_day as previous_version
  from observed_endpoint_probes
  where outcome = 'answers' and tools_hash is not null
  window by_day as (partition by url order by observed_on)
)
select
  url,
  probe_address(url) as address,
  observed_on as changed_on,
  lag(observed_on) over lists as earlier_list_on,
  previous_on,
  previous_version,
  server_version,
  tools_hash,
  received_hash,
  tools_count,
  row_number() over (partition by url order by observed_on desc) as nth_newest,
  observed_at,
  source_url,
  response_sha256
from answered
where is_new
window lists as (partition by url order by observed_on)
