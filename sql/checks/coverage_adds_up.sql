-- No more is known of a part than there is, each part has a reason, and every source that failed or was read in part has one.
select coverage.source, coverage.chain, coverage.kind, coverage.since, coverage.reason
from coverage
cross join run
where coverage.observed_count not between 0 and coverage.expected_count
  or coverage.since > run.day
  or coverage.reason is null
union all
select sources.name, null, sources.outcome, sources.stale_since, 'no part of it is in coverage'
from sources
left join coverage on coverage.source = sources.name
where sources.outcome in ('failed', 'part') and coverage.source is null
