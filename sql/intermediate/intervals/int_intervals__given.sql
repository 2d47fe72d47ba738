-- One row per category, target, draw and group of gaps: the vector that gives the values of the group. The donors are those
-- nearest in score, at most a third of all so that near means something; beside them stand two invented ones, with nothing
-- (0) and with everything (1), for what no donor has shown. The order of draws is a hash: groups meet at random.
with receivers as (
  select targets.category, targets.target, targets.mask, targets.own, groups.group_id, masked.score
  from int_intervals__targets as targets
  join int_intervals__masked as masked using (category, mask, vector)
  join (select distinct category, mask, group_id from int_intervals__gaps) as groups using (category, mask)
),
-- Places of the donors whose score a receiver has, or would come behind.
levels as (
  select category, mask, group_id, score, min(place) as first, max(place) as last, any_value(donors) as donors
  from int_intervals__donors
  group by category, mask, group_id, score
),
placed as (
  select
    receivers.*,
    coalesce(if(below.score = receivers.score, (below.first + below.last) // 2, below.last + 1), 0) as place,
    coalesce(pools.donors, 0) as donors,
    least(coalesce(pools.donors, 0), interval_donors(), greatest(min_interval_donors(), coalesce(pools.donors, 0) // 3)) as near
  from receivers
  left join (select category, mask, group_id, max(donors) as donors from levels group by all) as pools using (category, mask, group_id)
  asof left join levels as below
    on below.category = receivers.category and below.mask = receivers.mask and below.group_id = receivers.group_id
    and below.score <= receivers.score
),
windows as (
  select *, least(greatest(place - near // 2, 0), donors - near) as start from placed
),
-- One more than needed: a receiver whose value is hidden may find itself among its donors.
chosen as (
  select windows.category, windows.target, windows.group_id, windows.near, donors.handle, donors.vector
  from windows
  join int_intervals__donors as donors
    on donors.category = windows.category and donors.mask = windows.mask and donors.group_id = windows.group_id
    and donors.place >= windows.start and donors.place < windows.start + windows.near
  where donors.handle is distinct from windows.own
  union all
  select windows.category, windows.target, windows.group_id, windows.near, ends.handle, ends.handle
  from windows
  cross join (values ('0'), ('1')) as ends(handle)
),
-- Few donors are used over again.
copied as (
  select *, unnest(range(1 + interval_donors() // (near + 1))) as copy from chosen
)
select category, target, group_id, vector,
  row_number() over (
    partition by category, target, group_id order by copy, md5(concat_ws(' ', target, group_id, copy, handle)), handle
  ) - 1 as draw
from copied
qualify draw < interval_donors()
