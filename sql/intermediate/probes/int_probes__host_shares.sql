-- One row per sampled host: the percentage of its addresses that show a sign of life, estimated from its samples of a week,
-- with the 95 % interval. It says nothing of a single address.
with counted as (
  select
    host,
    count(*) as observed,
    count(*) filter (is_sign_of_life(outcome)) as alive,
    sum(weight) as addresses
  from int_probes__weights
  where population = 'all' and stratum <> '' and outcome_group <> 'not_probed'
  group by host
)
select
  host,
  observed,
  round(addresses)::bigint as addresses,
  round(100 * alive / observed, 2)::decimal(5, 2) as alive_share,
  round(100 * sample_bound(alive, observed, addresses, -1), 2)::decimal(5, 2) as alive_share_low,
  round(100 * sample_bound(alive, observed, addresses, 1), 2)::decimal(5, 2) as alive_share_high
from counted
