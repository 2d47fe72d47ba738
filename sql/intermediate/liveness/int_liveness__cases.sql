-- One row per day by which probabilities are counted (as_of: the logical date, and backtest_days() before it), agent and
-- group in which it was: on how many of the last case_days() whose next step_days() were over by then (cases), and after
-- how many of these it showed a sign of life within these (shown). Left out: who departed, and who showed none while a
-- reading of it was missing.
with days as (
  select day, handle, kind, last_on, uptime_class, host_class, is_unread from past_liveness_traits
  union all by name
  select day, handle, kind, last_on, uptime_class, host_class, is_unread from int_liveness__traits
),
counted as (
  select
    before.*,
    silence_class(date_diff('day', before.last_on, before.day)) as silence,
    coalesce(later.last_on > before.day, false) as has_shown
  from days as before
  join days as later on later.handle = before.handle and later.day = before.day + step_days()
  where not later.is_unread or later.last_on > before.day
),
ends as (
  select day as as_of from run
  union all
  select day - backtest_days() from run
)
select
  ends.as_of,
  counted.handle,
  counted.silence,
  counted.kind,
  counted.uptime_class,
  counted.host_class,
  count(*) as cases,
  count(*) filter (counted.has_shown) as shown
from counted
join ends on counted.day <= ends.as_of - step_days() and counted.day > ends.as_of - step_days() - case_days()
group by all
