-- One row per part of a population, kind (and `all`) and outcome group: its addresses, and their percentage of all with an
-- observation. Where sampled hosts are counted back, the percentage has its 95 % interval: Wilson's of each host, put
-- together by the squares of their distances (MOVER, Zou and Donner 2008).
with bounded as (
  select
    *,
    counted / observed as share,
    sample_bound(counted, observed, addresses, -1) as low,
    sample_bound(counted, observed, addresses, 1) as high
  from int_probes__parts
),
spread as (
  select
    population,
    dimension,
    value,
    kind,
    outcome_group,
    sum(counted)::bigint as counted,
    sum(weighted) as weighted,
    sum(addresses) as observed_addresses,
    bool_or(stratum <> '' and observed < addresses) as is_estimate,
    -- Decimals: sums of doubles depend on their order.
    sqrt(sum(if(stratum = '', 0, pow(addresses * (share - low), 2))::decimal(38, 6))) as below,
    sqrt(sum(if(stratum = '', 0, pow(addresses * (high - share), 2))::decimal(38, 6))) as above
  from bounded
  group by all
)
select
  population,
  dimension,
  value,
  kind,
  outcome_group,
  counted,
  round(weighted)::bigint as addresses,
  round(100 * weighted / observed_addresses, 2)::decimal(5, 2) as share,
  if(is_estimate, round(100 * greatest(0, weighted - below) / observed_addresses, 2), null)::decimal(5, 2) as share_low,
  if(is_estimate, round(100 * least(observed_addresses, weighted + above) / observed_addresses, 2), null)::decimal(5, 2) as share_high
from spread
order by population, dimension, value, kind, outcome_group
