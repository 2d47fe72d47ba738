-- One row per agent, category and part of its methodology: the value of a point of weight in it, in the score itself and
-- at the ends of its range, where every missing signal is 0, or 1, unless it has no prior: then it is left out there too.
-- A part without any value drops out of a mean, and the other core parts take its weight. A factor counts in the share
-- that the core reaches.
with filled as (
  select *, coalesce(scaled, prior::decimal(5, 4)) as filled from int_signals__scaled_values
),
summed as (
  select
    handle,
    category,
    part,
    sum(weight) as weight,
    bool_or(scaled is null and prior is not null) as is_guessed,
    sum(weight) filter (filled is not null) as filled_weight,
    sum(weight * filled) as filled_points,
    (sum(weight * filled) / sum(weight) filter (filled is not null))::decimal(18, 12) as share,
    (sum(weight * coalesce(scaled, 0)) filter (filled is not null) / sum(weight) filter (filled is not null))::decimal(18, 12) as share_low,
    (sum(weight * coalesce(scaled, 1)) filter (filled is not null) / sum(weight) filter (filled is not null))::decimal(18, 12) as share_high
  from filled
  group by handle, category, part
),
parts as (
  select summed.*, methodology_parts.role, methodologies.core
  from summed
  join methodology_parts using (category, part)
  join methodologies using (category)
),
cores as (
  select
    handle,
    category,
    sum(weight) as core_weight,
    sum(weight) filter (share is not null) as shared_weight,
    case when any_value(core) = 'least' then min(share) else sum(weight * share) / sum(weight) filter (share is not null) end as level,
    case when any_value(core) = 'least' then min(share_low) else sum(weight * share_low) / sum(weight) filter (share is not null) end as level_low,
    case when any_value(core) = 'least' then min(share_high) else sum(weight * share_high) / sum(weight) filter (share is not null) end as level_high
  from parts
  where role = 'core'
  group by handle, category
)
select
  parts.handle,
  parts.category,
  parts.part,
  parts.role,
  parts.is_guessed,
  coalesce(case
    when parts.role = 'factor' then level * parts.weight / parts.filled_weight
    when parts.core = 'mean' then (core_weight / shared_weight) * (parts.weight / parts.filled_weight)
    when parts.filled_points > 0 then level * (core_weight / shared_weight) * (parts.weight / parts.filled_points)
  end, 0) as multiplier,
  parts.weight * level_low * if(parts.role = 'core', 1, share_low) as points_low,
  parts.weight * level_high * if(parts.role = 'core', 1, share_high) as points_high
from parts
join cores using (handle, category)
