-- One row per category, day, kind of change and agent of the last 7 days in the feeds of categories: the 10 most important of
-- a kind and day, 200 in all of each category, the newest day first.
with placed as (
  select
    * exclude (place),
    row_number() over (partition by category, day, kind order by place) as place
  from int_changes__order
)
select
  *,
  row_number() over (partition by category order by day desc, place, kind) as position
from placed
where place <= 10
qualify position <= 200
order by category, position
