-- One row per agent, category and signal: its share of the score. Points are weight times scaled value; a signal
-- that is not observed gives the points of its published prior and says so.
select
  handle,
  category,
  key,
  position,
  weight,
  value,
  value_at,
  scaled,
  scaled is null as is_assumed,
  (weight * coalesce(scaled, prior::decimal(5, 4)))::decimal(9, 4) as points,
  source
from int_signals__scaled
