-- One row per move of the day among the 50 largest of its category and direction; `place` is that of the change feed.
select
  changes.handle,
  changes.category,
  changes.rank_before,
  changes.rank_after,
  changes.rank_before - changes.rank_after as rank_delta,
  changes.place
from int_changes__order as changes
cross join run
where changes.kind = 'mover' and changes.day = run.day
qualify row_number() over (
  partition by changes.category, changes.rank_before > changes.rank_after order by changes.place
) <= 50
order by changes.place
