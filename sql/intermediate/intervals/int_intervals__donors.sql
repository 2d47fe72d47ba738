-- One row per category, mask of a target, group of its gaps and donor: an agent that has all signals of the group and, where
-- enough have, all of the mask too, with its place by the score that the mask gives it. Ties go by the hash of the
-- handle; of agents with the same vector as many are kept as one receiver can use.
with copies as (
  select category, vector, mask, handle
  from int_intervals__vectors
  qualify row_number() over (partition by category, vector order by md5(handle), handle) <= interval_donors()
),
groups as (
  select category, mask, group_id, bit_or(bit) as bits from int_intervals__gaps group by all
),
having_all as (
  select
    groups.category,
    groups.mask,
    groups.group_id,
    copies.handle,
    copies.vector,
    copies.mask & groups.mask = groups.mask as is_whole,
    -- Not count(*) with a filter, which looks at a whole group for each of its rows.
    count_if(is_whole) over (partition by groups.category, groups.mask, groups.group_id) as whole
  from groups
  join copies on copies.category = groups.category and copies.mask & groups.bits = groups.bits
)
select
  having_all.category,
  having_all.mask,
  having_all.group_id,
  having_all.handle,
  having_all.vector,
  masked.score,
  row_number() over (
    partition by having_all.category, having_all.mask, having_all.group_id
    order by masked.score, md5(having_all.handle), having_all.handle
  ) - 1 as place,
  count(*) over (partition by having_all.category, having_all.mask, having_all.group_id) as donors
from having_all
join int_intervals__masked as masked using (category, mask, vector)
where is_whole or whole < min_interval_donors()
