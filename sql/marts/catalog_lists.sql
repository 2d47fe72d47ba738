-- One row per curated list with dates that ages: its oldest date, its age in days, and how many entries are older than
-- list_days().
with entries as (
  select 'facilitators' as list, listed_on from raw_facilitators
  union all
  select 'chain_totals', listed_on from raw_chain_totals
)
select
  entries.list,
  count(*) as entries,
  count(*) filter (date_diff('day', entries.listed_on, run.day) > list_days()) as old_entries,
  min(entries.listed_on) as listed_on,
  -- A replay may be of days before its list.
  greatest(date_diff('day', min(entries.listed_on), run.day), 0) as age_days
from entries
cross join run
where entries.listed_on is not null
group by entries.list, run.day
order by entries.list
