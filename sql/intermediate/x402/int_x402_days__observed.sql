-- One row per chain and UTC day of the last 30, and of any earlier, of which blocks were read: how much of it was seen.
with anchor as (
  -- Base makes a block every 2 s, so one payment's block and time give the time of every other block.
  select max_by(epoch(paid_at)::bigint - 2 * block_number, block_number) as zero
  from stg_x402_payments__payments
  where chain = 'eip155:8453'
),
reads as (
  select make_timestamp((zero + 2 * from_block) * 1000000) as starts_at,
    make_timestamp((zero + 2 * (to_block + 1)) * 1000000) as ends_at
  from ingest
  cross join anchor
  cross join run
  where source = 'x402_payments' and outcome = 'ok' and from_block is not null and zero is not null and date <= run.day
),
spans as (
  select *, max(ends_at) over (order by starts_at, ends_at rows between unbounded preceding and 1 preceding) as seen_to
  from reads
),
fresh as (
  select greatest(starts_at, coalesce(seen_to, starts_at)) as starts_at, ends_at from spans where seen_to is null or ends_at > seen_to
),
days as (
  select unnest(range(starts_at::date::timestamp, ends_at, interval 1 day)) as midnight, starts_at, ends_at from fresh
)
select
  'eip155:8453' as chain,
  days.midnight::date as day,
  sum(date_diff('second', greatest(starts_at, midnight), least(ends_at, midnight + interval 1 day)))::integer as seconds_observed,
  seconds_observed >= 86400 as is_complete
from days
cross join run
where days.midnight <= run.day_end
group by days.midnight
having seconds_observed > 0
