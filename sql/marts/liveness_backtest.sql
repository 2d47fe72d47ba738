-- One row per category, and `all`: the outcome of the agents called alive backtest_days() before the logical date, by
-- today's rule. precision: of those called alive, the percentage that acted since; recall: of those that acted, the
-- percentage that had been called alive; each also with answers to probes as acts. No rows without such a day. Left out
-- are agents that departed since, and those without an act if more than the last days of their readings are missing.
with called as (
  select before.handle, before.category, coalesce(before.is_alive, false) as is_called
  from compared_snapshots as before
  cross join run
  where before.day = run.day - backtest_days() and before.liveness_rule = liveness_rule()
),
came as (
  select
    called.*,
    coalesce(liveness.last_activity_at::date > run.day - backtest_days(), false) as has_acted,
    has_acted or coalesce(liveness.last_probe_ok_at::date > run.day - backtest_days(), false) as has_shown
  from called
  join liveness using (handle)
  cross join run
  where has_shown or liveness.read_on > run.day - answer_days()
),
grouped as (
  select 'all' as category, * exclude (category) from (select distinct on (handle) * from came)
  union all by name
  select * from came
)
select
  grouped.category,
  run.day - backtest_days() as called_on,
  count(*) filter (is_called) as called_alive,
  count(*) filter (has_acted) as acted,
  count(*) filter (is_called and has_acted) as called_alive_acted,
  count(*) filter (has_shown) as acted_or_answered,
  count(*) filter (is_called and has_shown) as called_alive_acted_or_answered,
  round(100 * called_alive_acted / nullif(called_alive, 0), 2)::decimal(5, 2) as precision_percent,
  round(100 * called_alive_acted / nullif(acted, 0), 2)::decimal(5, 2) as recall_percent,
  round(100 * called_alive_acted_or_answered / nullif(called_alive, 0), 2)::decimal(5, 2) as precision_with_answers_percent,
  round(100 * called_alive_acted_or_answered / nullif(acted_or_answered, 0), 2)::decimal(5, 2) as recall_with_answers_percent
from grouped
cross join run
group by grouped.category, run.day
order by grouped.category = 'all' desc, grouped.category
