-- One row per length of window in days (1 to 7), kind of change and place among the most important, at most 100.
with lengths as (
  select unnest(generate_series(1, 7))::integer as days
),
placed as (
  select
    lengths.days,
    changes.* exclude (place),
    row_number() over (partition by lengths.days, changes.kind order by changes.place) as place
  from lengths
  cross join run
  join int_changes__order as changes on changes.day > run.day - lengths.days
)
select * from placed where place <= 100 order by days, kind, place
