-- One row per source and chain (null: no source of chains): the first and last day on which it was read completely, and
-- whether today's read is missing (is_out).
with listed as (
  select source, null::varchar as chain, min(date) as first_read_on, max(date) as read_on
  from ingest
  where outcome = 'ok' and left_out is null and source <> 'x402_payments'
  group by source
  union all
  select 'x402_payments', chain, min(day), max(day) from int_x402_days__coverage group by chain
)
select
  run_sources.name as source,
  listed.chain,
  listed.first_read_on,
  listed.read_on,
  -- For a source that reads a share a day, a share is enough.
  coalesce(listed.read_on < run.day, true) and (listed.chain is not null or sources.last_ok_on is distinct from run.day) as is_out
from run_sources
cross join run
join sources using (name)
left join listed on listed.source = run_sources.name
