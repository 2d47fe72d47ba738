-- One row per day of int_liveness__cases and group of agents on that day: the chance, in millionths, of a sign of life in
-- the backtest_days() after it. It is made of the shares of two steps: that of the group, and that of its kind after as
-- many more silent days. Each share is drawn towards that of the coarser group, which counts as smoothing_agents() of it
-- (empirical Bayes). Null where no agent was comparable. agents: those of the finest group that has as many.
with present as (
  select traits.day as as_of, silence_class(date_diff('day', last_on, traits.day)) as silence, kind, uptime_class, host_class
  from past_liveness_traits as traits
  join run on traits.day = run.day - backtest_days()
  union
  select day, silence_class(date_diff('day', last_on, day)), kind, uptime_class, host_class from int_liveness__traits
),
silences as (
  select unnest(['0', '1', '2', '3 to 6', '7 to 13', '14 to 29', '30 or more', 'never']) as silence
),
kinds as (
  select
    listed.as_of,
    listed.kind,
    silences.silence,
    (coalesce(silent.agents * silent.share, 0) + smoothing_agents() * every.share) / (coalesce(silent.agents, 0) + smoothing_agents()) as drawn,
    (coalesce(own.agents * own.share, 0) + smoothing_agents() * drawn) / (coalesce(own.agents, 0) + smoothing_agents()) as share,
    case
      when own.agents >= smoothing_agents() then own.agents
      when silent.agents >= smoothing_agents() then silent.agents
      else every.agents
    end as agents
  from (select distinct as_of, kind from present) as listed
  cross join silences
  left join int_liveness__shares as every
    on every.as_of = listed.as_of and every.level = 0 and every.is_fresh = (silences.silence = '0')
  left join int_liveness__shares as silent
    on silent.as_of = listed.as_of and silent.level = 1 and silent.silence = silences.silence
  left join int_liveness__shares as own
    on own.as_of = listed.as_of and own.level = 2 and own.silence = silences.silence and own.kind = listed.kind
)
select
  present.*,
  if(fine.agents >= smoothing_agents(), fine.agents, kinds.agents) as agents,
  (coalesce(fine.agents * fine.share, 0) + smoothing_agents() * kinds.share) / (coalesce(fine.agents, 0) + smoothing_agents()) as first_share,
  round(1e6 * (1 - (1 - first_share) * (1 - coalesce(next.share, 0))))::bigint as millionths
from present
join kinds using (as_of, kind, silence)
join kinds as next
  on next.as_of = present.as_of and next.kind = present.kind and next.silence = case
    when present.silence in ('0', '1', '2', '3 to 6') then '7 to 13'
    when present.silence = '7 to 13' then '14 to 29'
    else present.silence
  end
left join int_liveness__shares as fine
  on fine.as_of = present.as_of and fine.level = 3 and fine.silence = present.silence and fine.kind = present.kind
  and fine.uptime_class = present.uptime_class and fine.host_class = present.host_class
