-- One row per category, mask of a target and signal that is missing in it and that some agent of the category has, with the
-- group of signals that it is given with. The commonest of them that enough donors have all at once are one group (0); of
-- the others each is its own. What no agent has is no gap: it tells none apart, and only floor and ceiling know it.
with copies as (
  select category, vector, least(count(*), interval_donors()) as agents from int_intervals__vectors group by category, vector
),
observed as (
  select known.category, known.key, known.bit, known.position, sum(copies.agents) as agents
  from int_intervals__values as known
  join copies using (category, vector)
  where known.scaled is not null and known.prior is not null
  group by all
),
missing as (
  select masks.category, masks.mask, observed.key, observed.bit,
    row_number() over (partition by masks.category, masks.mask order by observed.agents desc, observed.position) as nth
  from (select distinct category, mask from int_intervals__targets) as masks
  join observed using (category)
  where masks.mask & observed.bit = 0
),
-- How many of the missing signals, the commonest first, a vector has without one lacking between them.
reached as (
  select missing.category, missing.mask, known.vector,
    coalesce(min(missing.nth) filter (known.scaled is null) - 1, max(missing.nth)) as reach
  from missing
  join int_intervals__values as known using (category, key)
  group by all
),
counted as (
  select category, mask, reach, sum(sum(copies.agents)) over (partition by category, mask order by reach desc) as agents
  from reached
  join copies using (category, vector)
  group by category, mask, reach
),
together as (
  select category, mask, max(reach) filter (agents >= min_interval_donors()) as reach from counted group by category, mask
)
select
  missing.category,
  missing.mask,
  missing.key,
  missing.bit,
  if(missing.nth <= coalesce(together.reach, 0), 0, missing.nth)::bigint as group_id
from missing
join together using (category, mask)
