-- One row per agent and category it qualifies for: what is observed of it, as the hash of all its scaled values (agents
-- with the same vector have the same interval) and as a mask with one bit for each signal that was observed.
select
  handle,
  category,
  md5(string_agg(coalesce(scaled::varchar, ''), ' ' order by position)) as vector,
  coalesce(bit_or(1::bigint << position) filter (scaled is not null), 0) as mask
from int_signals__scaled_values
group by handle, category
