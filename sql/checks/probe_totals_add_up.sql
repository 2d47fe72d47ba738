-- The groups and the outcomes of each part of a population add up to its addresses, and each share lies in its interval. (Counts are rounded.)
with groups as (
  select population, dimension, value, kind, sum(addresses) as addresses, count(*) as listed,
    bool_and(share between coalesce(share_low, share) and coalesce(share_high, share)) as is_within
  from probe_totals
  group by all
),
outcomes as (
  select population, dimension, value, kind, sum(addresses) as addresses, count(*) as listed
  from probe_outcomes
  group by all
)
select parts.population, parts.dimension, parts.value, parts.kind, parts.declared, parts.known
from probe_populations as parts
left join groups using (population, dimension, value, kind)
left join outcomes using (population, dimension, value, kind)
where abs(coalesce(groups.addresses, 0) - parts.known) > 1 + coalesce(groups.listed, 0) / 2
  or abs(coalesce(outcomes.addresses, 0) - parts.declared) > 1 + coalesce(outcomes.listed, 0) / 2
  or not coalesce(groups.is_within, true)
