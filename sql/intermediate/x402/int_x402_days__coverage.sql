-- One row per chain and UTC day of which blocks were read: the seconds observed, and whether that is the whole day.
with reads as (
  select
    chain,
    ingest_blocks.from_block,
    ingest_blocks.to_block,
    try_cast(from_time as timestamptz)::timestamp as from_at,
    try_cast(to_time as timestamptz)::timestamp + to_seconds(ceil(chains.block_seconds)::integer) as to_at
  from ingest_blocks
  join raw_chains as chains using (chain)
  cross join run
  where source = 'x402_payments' and date <= run.day
),
-- Consecutive reads are one span: no time between their blocks is unobserved.
ordered as (
  select *, max(to_block) over (
    partition by chain order by from_block, to_block rows between unbounded preceding and 1 preceding
  ) as read_to
  from reads
),
numbered as (
  select *, count(*) filter (read_to is null or from_block > read_to + 1) over (
    partition by chain order by from_block, to_block
  ) as span
  from ordered
),
spans as (
  select chain, min(from_at) as starts_at, max(to_at) as ends_at from numbered group by chain, span
),
days as (
  select chain, unnest(range(starts_at::date::timestamp, ends_at, interval 1 day)) as midnight, starts_at, ends_at
  from spans
)
select
  chain,
  midnight::date as day,
  sum(date_diff('second', greatest(starts_at, midnight), least(ends_at, midnight + interval 1 day)))::integer as seconds_observed,
  seconds_observed >= 86400 as is_complete
from days
cross join run
where midnight <= run.day_end
group by chain, midnight
having seconds_observed > 0
