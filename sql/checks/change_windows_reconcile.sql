-- The one-day window has the published counts, and longer windows never count fewer changes than shorter ones.
with kinds as (
  unpivot change_windows
  on rank_movers as mover, newly_measured, new_agents as new, tier_promotions as promotion, tier_demotions as demotion, deaths as death,
    resurrections as resurrection, returns as return, departures as departure, tools_changed
  into name kind value count
),
today as (
  select kind, count from kinds where days = 1
)
select 'differs from counts' as problem, today.kind as detail
from today
left join counts on counts.name = 'changes/' || today.kind
where today.count <> coalesce(counts.count, 0)
union all
select 'in counts alone', counts.name
from counts
where starts_with(counts.name, 'changes/') and counts.name not in (select 'changes/' || kind from today)
union all
select 'shrinks', kind
from (select kind, count, lag(count) over (partition by kind order by days) as shorter from kinds)
where count < shorter
union all
select 'not 7 windows', count(*)::varchar from change_windows having count(*) <> 7
