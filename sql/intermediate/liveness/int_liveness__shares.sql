-- One row per day of int_liveness__cases and group of agents, from fine to coarse: kind, days since the last sign, uptime
-- and host (level 3), kind and days (2), days (1), shown on the day itself or not (0): how many agents were in it, and the
-- share of their days that a sign of life followed within step_days().
select
  as_of,
  3 - grouping(uptime_class) - grouping(kind) - grouping(silence) as level,
  is_fresh,
  silence,
  kind,
  uptime_class,
  host_class,
  count(distinct handle) as agents,
  sum(shown)::double / sum(cases) as share
from (select *, silence = '0' as is_fresh from int_liveness__cases)
group by grouping sets (
  (as_of, is_fresh, silence, kind, uptime_class, host_class), (as_of, is_fresh, silence, kind), (as_of, is_fresh, silence),
  (as_of, is_fresh)
)
