-- Today's changes are among the recent changes, each once.
(
  select 'missing' as problem, count(*)::varchar as detail
  from changes
  anti join recent_changes using (day, kind, handle, category)
  having count(*) > 0
)
union all
(
  select 'twice', handle
  from recent_changes
  group by day, kind, handle, category
  having count(*) > 1
)
