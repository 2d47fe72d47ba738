-- One row per day of the last 30 with a run, as far as the history reaches: the results of its sources, as in `sources`.
select
  ingest.date as day,
  count(*) filter (ingest.left_out is null and ingest.outcome = 'ok') as sources_ok,
  count(*) filter (ingest.left_out is not null) as sources_part,
  count(*) filter (ingest.left_out is null and ingest.outcome = 'failed') as sources_failed,
  count(*) filter (ingest.left_out is null and ingest.outcome = 'skipped') as sources_skipped,
  sum(ingest.requests)::bigint as requests,
  sum(ingest.rows)::bigint as rows,
  sum(ingest.quarantined)::bigint as quarantined
from ingest
group by ingest.date
order by ingest.date desc
limit 30
