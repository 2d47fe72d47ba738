-- One row per day, kind of change and agent of the last 7 days in the feeds: the 10 most important of a kind and day, 200 in
-- all. Of an agent with the same change in several categories, the most important.
with agents_once as (
  select * from int_changes__order
  qualify row_number() over (partition by day, kind, handle order by place) = 1
),
placed as (
  select
    * exclude (place),
    row_number() over (partition by day, kind order by place) as place
  from agents_once
)
select
  *,
  row_number() over (order by day desc, place, kind) as position
from placed
where place <= 10
qualify position <= 200
order by position
