-- One row per day, of the logical date alone: its probes, and those that failed as they would if our own line were bad. No
-- row for a day without probes: nothing was asked, or the line was bad.
select
  run.day as date,
  count(*) as probed,
  count(*) filter (is_line_doubted(seen.outcome)) as failed,
  round(failed / count(*), 4)::decimal(5, 4) as share
from stg_endpoint_probes__observations as seen
join run on run.day = seen.observed_on
group by run.day
