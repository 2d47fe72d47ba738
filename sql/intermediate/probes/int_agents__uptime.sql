-- One row per agent with an observed address: the observations of all its addresses of the last 7 and 30 days, the
-- percentage that answered, the days of the 30 on which any of them was observed and on which any answered, the median of
-- its addresses' median times to the first byte, and the number of vantages that observed them.
select
  declared.handle,
  count(*) as probed_addresses,
  sum(uptime.observations_7)::bigint as observations_7,
  sum(uptime.observations_30)::bigint as observations_30,
  round(100 * sum(uptime.answered_7) / nullif(sum(uptime.observations_7), 0), 2)::decimal(5, 2) as uptime_7d,
  round(100 * sum(uptime.answered_30) / nullif(sum(uptime.observations_30), 0), 2)::decimal(5, 2) as uptime_30d,
  bit_count(bit_or(uptime.measured_days))::bigint as measured_days_30,
  bit_count(bit_or(uptime.answered_days))::bigint as answered_days_30,
  quantile_disc(uptime.latency_p50_ms, 0.5) as latency_p50_ms,
  len(list_distinct(flatten(list(uptime.vantages)))) as vantages
from int_agents__addresses as declared
join int_probes__uptime as uptime on uptime.address = probe_address(declared.address)
group by declared.handle
