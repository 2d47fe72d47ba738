-- One row per probed address: its observations of the last 7 and 30 days, how many of them answered, and the median time
-- to the first byte of those that did. Those that say something of the prober (rate limits, bot checks) count neither way.
-- Its days are sets of bits, of which the lowest is the logical date: those with an observation, and those with an answer.
select
  probe_address(seen.url) as address,
  count(*) filter (seen.observed_on > run.day - 7) as observations_7,
  count(*) filter (seen.observed_on > run.day - 7 and seen.is_alive) as answered_7,
  count(*) as observations_30,
  count(*) filter (seen.is_alive) as answered_30,
  round(100 * answered_7 / nullif(observations_7, 0), 2)::decimal(5, 2) as uptime_7d,
  round(100 * answered_30 / nullif(observations_30, 0), 2)::decimal(5, 2) as uptime_30d,
  bit_or(1::bigint << (run.day - seen.observed_on)) as measured_days,
  coalesce(bit_or(1::bigint << (run.day - seen.observed_on)) filter (seen.is_alive), 0) as answered_days,
  quantile_disc(seen.first_byte_ms, 0.5) filter (seen.is_alive) as latency_p50_ms,
  list_sort(list(distinct seen.vantage)) as vantages
from stg_endpoint_probes__observations as seen
cross join run
where (seen.is_alive or seen.is_silent) and seen.observed_on > run.day - 30 and seen.observed_on <= run.day
group by probe_address(seen.url)
