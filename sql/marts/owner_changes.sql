-- One row per owner with a page and change of its agents in the last 90 days, also of those that have departed: the newest 60,
-- a day's changes together.
select
  ties.owner,
  row_number() over changed as position,
  ties.handle,
  agents.name,
  changes.* exclude (handle)
from (select distinct owner, handle from int_owners__ties) as ties
semi join (from owners where has_page) using (owner)
join recent_changes as changes using (handle)
left join agents using (handle)
window changed as (partition by ties.owner order by changes.day desc, ties.handle, changes.kind, changes.category)
qualify position <= 60
order by ties.owner, position
