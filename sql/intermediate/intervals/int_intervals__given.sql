-- One row per category, target, draw and group of gaps: the vector that gives the values of the group. The donors are those
-- nearest in score, at most a third of all so that near means something; beside them stand two invented ones, with nothing
-- ('0') and with everything ('1'), for what no donor has shown. Draws step through them by the fraction of a root of a prime,
-- another for each group, from where a hash says: all are used about as often, and groups meet evenly.
with receivers as (
  select targets.category, targets.target, targets.mask, groups.group_id, masked.score, own.place as own_place
  from int_intervals__targets as targets
  join int_intervals__masked as masked using (category, mask, vector)
  join (select distinct category, mask, group_id from int_intervals__gaps) as groups using (category, mask)
  left join int_intervals__donors as own
    on own.category = targets.category and own.mask = targets.mask and own.group_id = groups.group_id and own.handle = targets.own
),
levels as (
  select category, mask, group_id, score, min(place) as first, max(place) as last
  from int_intervals__donors
  group by category, mask, group_id, score
),
pools as (
  select category, mask, group_id, count(*) as donors from int_intervals__donors group by category, mask, group_id
),
-- Places count without the receiver itself, which is a donor where its value was hidden.
placed as (
  select
    receivers.*,
    coalesce(pools.donors, 0) - (receivers.own_place is not null)::bigint as donors,
    coalesce(if(below.score = receivers.score, (below.first + below.last) // 2, below.last + 1), 0) as place
  from receivers
  left join pools using (category, mask, group_id)
  asof left join levels as below
    on below.category = receivers.category and below.mask = receivers.mask and below.group_id = receivers.group_id
    and below.score <= receivers.score
),
sized as (
  select *, least(donors, interval_donors(), greatest(min_interval_donors(), donors // 3)) as near from placed
),
drawn as (
  select
    *,
    least(greatest(place - near // 2, 0), donors - near) - 1 as before_first,
    draws.draw,
    md5_number_upper(concat_ws(' ', target, group_id)) % 1000 / 1000
      + draws.draw * sqrt([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71][group_id + 1]) as step
  from sized
  cross join (select unnest(range(interval_donors())) as draw) as draws
),
chosen as (
  select *, floor((step - floor(step)) * (near + 2))::bigint as slot from drawn
),
found as (
  select *, before_first + slot + if(before_first + slot >= own_place, 1, 0) as donor_place from chosen
)
select found.category, found.target, found.mask, found.group_id, found.draw,
  case slot when 0 then '0' when near + 1 then '1' else donors.vector end as vector
from found
left join int_intervals__donors as donors
  on donors.category = found.category and donors.mask = found.mask and donors.group_id = found.group_id
  and donors.place = found.donor_place
