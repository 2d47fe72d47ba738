-- One row per agent, category and signal: its share of the score. Points are weight times scaled value, times the
-- value of its part; a signal that is not observed gives the points of its published prior, if it has one (assumed).
select
  scaled.handle,
  scaled.category,
  scaled.key,
  scaled.position,
  scaled.weight,
  scaled.value,
  scaled.value_at,
  scaled.scaled,
  scaled.scaled is null as is_assumed,
  coalesce(scaled.weight * coalesce(scaled.scaled, scaled.prior::decimal(5, 4)) * parts.multiplier, 0)::decimal(9, 4) as points,
  scaled.source
from int_signals__scaled_values as scaled
join int_parts__weights as parts using (handle, category, part)
