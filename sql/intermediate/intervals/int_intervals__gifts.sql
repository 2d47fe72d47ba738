-- One row per category, mask of a target, group of its gaps, donor's vector and part: the weight times value that the vector
-- gives for the signals of the group, all at once. '0' and '1' are the invented donors with nothing and with everything.
with vectors as (
  select distinct category, mask, group_id, vector from int_intervals__donors
)
select
  gaps.category,
  gaps.mask,
  gaps.group_id,
  vectors.vector,
  known.part,
  sum(known.weight * known.scaled)::decimal(9, 4) as points
from vectors
join int_intervals__gaps as gaps using (category, mask, group_id)
join int_intervals__values as known on known.category = vectors.category and known.vector = vectors.vector and known.key = gaps.key
group by all
union all
select gaps.category, gaps.mask, gaps.group_id, ends.vector, signals.part, sum(signals.weight * ends.value)::decimal(9, 4)
from int_intervals__gaps as gaps
join methodology_signals as signals using (category, key)
cross join (values ('0', 0), ('1', 1)) as ends(vector, value)
group by all
