-- One row per agent and server of it whose list of tools changed in the last tool_change_days(): the newest change, those
-- that its feed names, and the silent ones.
select
  lists.handle,
  changes.url,
  max(changes.changed_on) as changed_on,
  max(changes.changed_on) filter (changes.is_silent) as silent_on,
  max_by(changes.is_silent, changes.changed_on) as is_silent,
  max_by(changes.changes_often, changes.changed_on) as changes_often,
  coalesce(bool_or(changes.is_named) filter (changes.changed_on = run.day), false) as is_named_today,
  max_by(changes.silent_days, changes.changed_on) as silent_days
from int_agents__tool_lists as lists
join int_tool_lists__changes as changes using (url)
cross join run
where changes.changed_on > run.day - tool_change_days()
group by lists.handle, changes.url
