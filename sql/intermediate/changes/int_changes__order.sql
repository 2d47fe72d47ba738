-- One row per change of the last 7 days, with its place among those of its kind: the most important first.
select
  changes.*,
  agents.name,
  agents.handle is not null as is_indexed,
  row_number() over (
    partition by changes.kind
    order by
      -- The size of a move comes first; other kinds have none. A missing rank is ignored.
      case when changes.kind in ('mover', 'newly_measured') then abs(changes.rank_after - changes.rank_before) end desc nulls last,
      least(changes.rank_before, changes.rank_after) nulls last,
      greatest(changes.score_before, changes.score_after) desc nulls last,
      changes.day desc,
      changes.category,
      changes.handle
  ) as place
from recent_changes as changes
left join agents using (handle)
cross join run
where changes.day > run.day - 7
