-- One row per category, vector and signal: its scaled value, its prior, and the bit of the signal in a mask.
select
  vectors.category,
  vectors.vector,
  scaled.key,
  1::bigint << scaled.position as bit,
  scaled.position,
  scaled.part,
  scaled.weight,
  scaled.scaled,
  scaled.prior::decimal(5, 4) as prior
from (select category, vector, min(handle) as handle from int_intervals__vectors group by category, vector) as vectors
join int_signals__scaled_values as scaled using (handle, category)
