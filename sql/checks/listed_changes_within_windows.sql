-- Every window lists each change once and up to 100 of each kind, leaves out older changes, and keeps the largest moves.
select 'twice' as problem, handle as detail
from listed_changes
group by days, day, kind, handle, category
having count(*) > 1
union all
select 'from before', listed_changes.handle
from listed_changes
join change_windows using (days)
where listed_changes.day not between change_windows.from_day and change_windows.to_day
union all
select 'not all', change_windows.days || ' days'
from change_windows
left join (select days, count(*) as listed from listed_changes group by days) as lists using (days)
where coalesce(listed, 0) <> list_sum(list_transform(
  [
    rank_movers, newly_measured, new_agents, tier_promotions, tier_demotions, deaths, resurrections, returns, departures, tools_changed
  ],
  lambda one: least(one, 100)
))
union all
select 'larger move left out', recent_changes.handle
from recent_changes
join change_windows on recent_changes.day >= change_windows.from_day
anti join listed_changes
  on listed_changes.days = change_windows.days and listed_changes.kind = 'mover' and listed_changes.day = recent_changes.day
  and listed_changes.handle = recent_changes.handle and listed_changes.category = recent_changes.category
where recent_changes.kind = 'mover'
  and abs(recent_changes.rank_after - recent_changes.rank_before) > (
    select min(abs(rank_after - rank_before)) from listed_changes where days = change_windows.days and kind = 'mover'
  )
