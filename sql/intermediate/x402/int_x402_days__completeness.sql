-- One row per chain ('all': across chains) and UTC day that was observed: whether it was observed in full. A day counts for
-- 'all' where every chain was observed that is being read: from its first day on, until rereading_days() after its last.
-- Else a chain that is added would take back the days before it, and one that is lost all days after it. Chains with which
-- the index begins are wanted on the days before the first run too, while these are read back, for rereading_days().
with begun as (
  select chain, min(date) as begun_on from ingest_blocks where source = 'x402_payments' group by chain
),
behind as (
  select distinct gaps.chain
  from ingest_gaps as gaps
  join run on gaps.date = run.day and gaps.source = 'x402_payments'
  join begun on begun.chain = gaps.chain and run.day < begun.begun_on + rereading_days()
  where begun.begun_on = (select min(begun_on) from begun)
),
spans as (
  select
    seen.chain,
    if(behind.chain is null, min(seen.day), null) as first_day,
    max(seen.day) as last_day
  from int_x402_days__coverage as seen
  left join behind using (chain)
  group by seen.chain, behind.chain
)
select chain, day, is_complete from int_x402_days__coverage
union all
select 'all', day, bool_and(is_complete)
from int_x402_days__coverage as seen
group by day
having count(*) >= (
  select count(*)
  from spans
  where coalesce(first_day <= seen.day, true) and last_day >= seen.day - rereading_days()
)
