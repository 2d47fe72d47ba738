-- One row per change of the last 7 days in the feeds: the 10 most important of a kind and day, 200 in all.
with placed as (
  select
    * exclude (place),
    row_number() over (partition by day, kind order by place) as place
  from int_changes__order
)
select
  *,
  row_number() over (order by day desc, place, kind) as position
from placed
where place <= 10
qualify position <= 200
order by position
