-- One row per tenth of the probabilities that were made backtest_days() before the logical date from the days until then
-- (0: below 0.1), and one with all (tenth null): how many agents, their mean probability, and the share that showed a sign
-- of life since. brier: the mean square of the difference; brier_base: that of their common share for all of them. No rows
-- while no day is old enough.
with made as (
  select
    chances.millionths,
    coalesce(later.last_on > traits.day, false) as has_shown
  from past_liveness_traits as traits
  join int_liveness__chances as chances
    on chances.as_of = traits.day and chances.kind = traits.kind
    and chances.silence = silence_class(date_diff('day', traits.last_on, traits.day))
    and chances.uptime_class = traits.uptime_class and chances.host_class = traits.host_class
  join int_liveness__traits as later using (handle)
  cross join run
  where traits.day = run.day - backtest_days() and chances.millionths is not null and (not later.is_unread or later.last_on > traits.day)
),
placed as (
  select *, least(millionths // 100000, 9) as tenth, (millionths - if(has_shown, 1000000, 0))::hugeint as miss from made
),
counted as (
  select
    tenth,
    count(*) as agents,
    sum(millionths) as millionths,
    count(*) filter (has_shown) as shown,
    sum(miss * miss) as squares
  from placed
  group by grouping sets ((tenth), ())
  having count(*) > 0
)
select
  tenth,
  run.day - backtest_days() as made_on,
  agents,
  round(millionths / 1e6 / agents, 4)::decimal(5, 4) as mean_probability,
  round(shown / agents, 4)::decimal(5, 4) as shown_share,
  round(squares / 1e12 / agents, 6)::decimal(7, 6) as brier,
  round((shown / agents) * (1 - shown / agents), 6)::decimal(7, 6) as brier_base
from counted
cross join run
order by tenth nulls first
