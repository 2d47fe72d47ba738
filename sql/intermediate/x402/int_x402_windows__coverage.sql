-- One row per chain ('all': every chain that is read) and window of the last 1 to market_days(): its observed days.
with chains as (
  select distinct chain from int_x402_days__coverage
),
windows as (
  select chain, days::integer as days, run.day - (days::integer - 1) as starts_on
  from (select chain from chains union all select 'all')
  cross join run
  cross join range(1, market_days() + 1) as numbers(days)
)
select
  windows.chain,
  windows.days,
  windows.starts_on,
  count(*) filter (seen.day >= starts_on) as observed_days,
  count(*) filter (seen.day >= starts_on and is_complete) as complete_days,
  count(*) filter (seen.day < starts_on) as earlier_days,
  min(seen.day) as observed_since
from windows
left join int_x402_days__completeness as seen using (chain)
group by windows.chain, windows.days, windows.starts_on
