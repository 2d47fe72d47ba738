-- One row per source, chain and kind of things that are not all known on the logical date: how many of how many, since which
-- day, why, and what would mend it. A source that stated no part has one row; without one all of it was read, or it was not
-- asked for. Counts are null where they are unknown.
with days as (
  select source, date, outcome, error, left_out
  from ingest
  -- Nobody asked for it.
  where outcome <> 'skipped' or error is not null
),
-- Agents by the ids that have an owner, which say more than blocks do.
counted as (
  select source, date, chain, observed_count, expected_count
  from ingest_checks
  where kind = 'agent_ids' and unmade is null and observed_count < expected_count
),
gaps as (
  select
    blocks.source,
    blocks.date,
    blocks.chain,
    if(counted.source is null, 'blocks', 'registrations') as kind,
    coalesce(counted.observed_count, wanted_blocks - missing_blocks) as observed_count,
    coalesce(counted.expected_count, wanted_blocks) as expected_count,
    coalesce(reason, 'a run reads only so many blocks of each chain')
      || if(runs_left is null, '', '; about ' || runs_left || ' more runs at this pace') as reason,
    fix
  from ingest_gaps as blocks
  left join counted using (source, date, chain)
  union all
  select
    source,
    date,
    chain,
    case kind
      when 'agent_ids' then 'registrations'
      when 'highest_agent_id' then 'newest registrations'
      when 'quiet_hours' then 'payments in quiet hours'
      else 'payments of an hour'
    end,
    if(observed_count <= expected_count, observed_count, null),
    if(observed_count <= expected_count, expected_count, null),
    case
      when unmade is not null then 'not checked: ' || unmade
      else 'left out of logs: about ' || missing_count || ' (' || missing_low || ' to ' || missing_high || ')'
    end,
    'Name a node of your own that keeps all blocks'
  from ingest_checks
  where unmade is not null or missing_count > 0
  union all
  select
    days.source,
    days.date,
    '' as chain,
    'rows' as kind,
    null,
    null,
    case days.outcome
      when 'failed' then 'it did not answer: ' || days.error
      when 'skipped' then days.error
      else 'left for another day: ' || days.left_out
    end as reason,
    case days.outcome when 'failed' then 'The next run asks it again' when 'skipped' then 'Set it for the run' end as fix
  from days
  left join (select distinct source, date from ingest_gaps) as stated using (source, date)
  where stated.source is null and (days.outcome <> 'ok' or days.left_out is not null)
),
whole as (
  select keys.source, keys.chain, keys.kind, max(days.date) as whole_on
  from (select distinct source, chain, kind from gaps) as keys
  join days using (source)
  left join gaps using (source, chain, kind, date)
  where gaps.reason is null
  group by keys.source, keys.chain, keys.kind
)
select
  gaps.source,
  nullif(gaps.chain, '') as chain,
  any_value(chains.name) as chain_name,
  gaps.kind,
  max(gaps.observed_count) filter (gaps.date = run.day) as observed_count,
  max(gaps.expected_count) filter (gaps.date = run.day) as expected_count,
  min(gaps.date) as since,
  string_agg(gaps.reason, '; ' order by gaps.reason) filter (gaps.date = run.day) as reason,
  string_agg(gaps.fix, '; ' order by gaps.fix) filter (gaps.date = run.day) as fix
from gaps
cross join run
left join whole using (source, chain, kind)
left join raw_chains as chains on chains.chain = gaps.chain
where gaps.date <= run.day and (whole.whole_on is null or gaps.date > whole.whole_on)
group by gaps.source, gaps.chain, gaps.kind
having count(*) filter (gaps.date = run.day) > 0
order by gaps.source, gaps.chain, gaps.kind
