-- One row per kind and host, of the ten of each kind that answer slowest: the median time to the first byte of its answers
-- over the last 30 days, of at least three.
with answered as (
  select seen.kind, seen.host, seen.url, seen.first_byte_ms
  from stg_endpoint_probes__observations as seen
  cross join run
  where seen.is_alive and seen.first_byte_ms is not null and seen.observed_on > run.day - 30
    and seen.kind not in ('proof', 'manifest')
),
slow as (
  select
    kind,
    host,
    quantile_disc(first_byte_ms, 0.5) as first_byte_ms,
    count(*) as answers,
    count(distinct url) as addresses
  from answered
  group by kind, host
  having count(*) >= 3
)
select *, row_number() over (partition by kind order by first_byte_ms desc, host) as position
from slow
qualify position <= 10
order by kind, position
