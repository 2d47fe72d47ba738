-- The day itself is among its runs, each of which tells every source once, as the day does of its own.
with told as (
  select day, sources_ok + sources_part + sources_failed + sources_skipped as sources from runs
)
select run.day, told.sources
from run
left join told on told.day = run.day
where told.day is null
  or told.sources <> (select count(*) from ingest join run as today on ingest.date = today.day)
