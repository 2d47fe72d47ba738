-- One row per population and host that decides it: of those with two addresses or more the 20 that declare most, the
-- percentage of the population that these are, and the percentage of them that answers, of a sampled host with its 95 % interval.
with declared as (
  select declared.population, probed.host, count(*) as addresses, bool_or(probed.is_sampled) as is_sampled
  from int_probes__declared as declared
  join int_probes__addresses as probed using (address)
  where declared.dimension = 'all'
  group by declared.population, probed.host
),
placed as (
  select
    *,
    round(100 * addresses / sum(addresses) over (partition by population), 2)::decimal(5, 2) as population_share,
    row_number() over (partition by population order by addresses desc, host) as position
  from declared
),
counted as (
  select
    population,
    host,
    count(*) as observed,
    count(*) filter (outcome = 'answers') as answered,
    sum(weight) as weighted,
    coalesce(sum(weight) filter (outcome = 'answers'), 0) as weighted_answered,
    bool_or(stratum <> '') as is_estimate
  from int_probes__weights
  where dimension = 'all' and outcome_group <> 'not_probed'
  group by population, host
)
select
  placed.population,
  placed.position,
  placed.host,
  placed.addresses,
  placed.population_share,
  placed.is_sampled,
  coalesce(counted.observed, 0) as observed,
  round(100 * counted.weighted_answered / counted.weighted, 2)::decimal(5, 2) as answers_share,
  case when is_estimate and observed < weighted
    then round(100 * sample_bound(answered, observed, weighted, -1), 2)::decimal(5, 2) end as answers_share_low,
  case when is_estimate and observed < weighted
    then round(100 * sample_bound(answered, observed, weighted, 1), 2)::decimal(5, 2) end as answers_share_high
from placed
left join counted using (population, host)
where placed.position <= 20 and placed.addresses > 1
order by placed.population, placed.position
