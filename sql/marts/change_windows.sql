-- One row per length of window in days (1 to 7, up to the logical date), with its number of changes of each kind.
with lengths as (
  select unnest(generate_series(1, 7))::integer as days
),
observed as (
  -- Every day with snapshots was compared with the one before, since changes have been recorded.
  select day from past_liveness where day >= (select min(day) from past_changes)
  union
  select day from run where exists (select 1 from previous_snapshots)
),
bounds as (
  select
    lengths.days,
    run.day - (lengths.days - 1) as from_day,
    run.day as to_day,
    count(observed.day) as observed_days,
    min(observed.day) as first_observed
  from lengths
  cross join run
  left join observed on observed.day > run.day - lengths.days
  group by lengths.days, run.day
),
counts as (
  select
    bounds.days,
    count(*) filter (kind = 'mover') as rank_movers,
    count(*) filter (kind = 'newly_measured') as newly_measured,
    count(*) filter (kind = 'new') as new_agents,
    count(*) filter (kind = 'promotion') as tier_promotions,
    count(*) filter (kind = 'demotion') as tier_demotions,
    count(*) filter (kind = 'death') as deaths,
    count(*) filter (kind = 'resurrection') as resurrections,
    count(*) filter (kind = 'return') as returns,
    count(*) filter (kind = 'departure') as departures,
    count(*) filter (kind = 'tools_changed') as tools_changed
  from bounds
  left join recent_changes on recent_changes.day >= bounds.from_day
  group by bounds.days
)
select
  bounds.days,
  bounds.from_day,
  bounds.to_day,
  bounds.observed_days,
  (select max(day) from past_liveness where day < bounds.first_observed) as compared_with,
  counts.* exclude (days)
from bounds
join counts using (days)
order by days
