-- One row per source: today's result, the time of the last answer, the date since which its rows are stale (null: fresh),
-- and the time as of which it counted, if its licence requires that. A part that returned nothing is no answer: its
-- earlier rows become stale.
with history as (
  select
    source,
    max(date) filter (outcome = 'ok' and (left_out is null or coverage <> 'changes' or rows > 0)) as last_ok_on
  from ingest
  group by source
),
missed as (
  select ingest.source, min(ingest.date) as stale_since
  from ingest
  join history using (source)
  where ingest.date > history.last_ok_on
  group by ingest.source
),
counted as (
  select 'openrouter_rankings' as source, max(as_of) as as_of from stg_openrouter_rankings__days
  union all
  select 'openrouter_apps', max(as_of) from stg_openrouter_apps__apps
)
select
  run_sources.name,
  run_sources.title,
  run_sources.docs,
  run_sources.license,
  if(today.left_out is null, coalesce(today.outcome, 'skipped'), 'part') as outcome,
  today.error,
  coalesce(today.requests, 0) as requests,
  coalesce(today.not_modified, 0) as not_modified,
  coalesce(today.bytes, 0) as bytes,
  coalesce(today.rows, 0) as rows,
  coalesce(today.quarantined, 0) as quarantined,
  coalesce(today.cleaned, 0) as cleaned,
  today.dropped,
  coalesce(today.unanswered, 0) as unanswered,
  today.left_out,
  strftime(counted.as_of, '%Y-%m-%dT%H:%M:%SZ') as as_of,
  history.last_ok_on,
  missed.stale_since
from run_sources
cross join run
left join ingest as today on today.source = run_sources.name and today.date = run.day
left join history on history.source = run_sources.name
left join missed on missed.source = run_sources.name
left join counted on counted.source = run_sources.name
order by run_sources.name
