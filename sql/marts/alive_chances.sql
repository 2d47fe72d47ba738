-- One row per agent that has not departed: the probability that it shows a sign of life in the backtest_days() after the
-- logical date, as comparable agents did, and how many these were. Null before probability_days() of history.
with history as (
  select least(min(past.day), min(run.day)) <= min(run.day) - (probability_days() - 1) as is_enough
  from run
  left join past_liveness_traits as past on true
)
select
  traits.handle,
  case when history.is_enough then (chances.millionths / 1e6)::decimal(5, 4) end as alive_probability,
  case when history.is_enough then chances.agents end as alive_cases
from int_liveness__traits as traits
cross join history
left join int_liveness__chances as chances
  on chances.as_of = traits.day and chances.kind = traits.kind
  and chances.silence = silence_class(date_diff('day', traits.last_on, traits.day))
  and chances.uptime_class = traits.uptime_class and chances.host_class = traits.host_class
