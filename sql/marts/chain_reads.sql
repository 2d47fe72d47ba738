-- One row per source and chain that it reads block by block: the newest block read, its distance to the newest response
-- of the day, and the number of earlier blocks that were never read.
with reads as (
  select
    ingest_blocks.source,
    ingest_blocks.chain,
    ingest_blocks.from_block,
    ingest_blocks.to_block,
    ingest_blocks.to_time,
    -- Blocks that were not final are read again on the next day; those of the day itself count as read.
    if(ingest_blocks.date = run.day, ingest_blocks.to_block, ingest_blocks.final_block) as settled_to
  from ingest_blocks
  join run on ingest_blocks.date <= run.day
),
ordered as (
  select *, max(settled_to) over (
    partition by source, chain order by from_block, settled_to rows between unbounded preceding and 1 preceding
  ) as reached
  from reads
  where settled_to >= from_block
),
gaps as (
  select source, chain, coalesce(sum(from_block - reached - 1) filter (from_block > reached + 1), 0)::bigint as blocks
  from ordered
  group by source, chain
),
newest as (
  select
    reads.source,
    reads.chain,
    min(reads.from_block) as first_block,
    max(reads.to_block) as newest_block,
    max_by(reads.to_time, reads.to_block) as newest_block_time,
    date_diff(
      'second', try_cast(newest_block_time as timestamptz), try_cast(max(run.archived_at) as timestamptz)
    ) as seconds_behind
  from reads
  cross join run
  group by reads.source, reads.chain
)
select
  newest.source,
  newest.chain,
  newest.first_block,
  newest.newest_block,
  newest.newest_block_time,
  coalesce(gaps.blocks, 0) as missing_blocks,
  -- A block may be stamped a little ahead of our clock.
  if(newest.seconds_behind < 0, 0, newest.seconds_behind) as lag_seconds,
  floor(lag_seconds / raw_chains.block_seconds)::bigint as lag_blocks
from newest
left join gaps using (source, chain)
left join raw_chains on raw_chains.chain = newest.chain
order by newest.source, newest.chain
