-- One row per agent, category it qualifies for and signal of that category's methodology; null where not observed.
with wanted as (
  select qualified.handle, weights.*
  from int_agents__categories as qualified
  join methodology_signals as weights using (category)
),
measured as (
  select
    wanted.*,
    signals.value,
    signals.value_at,
    signals.source,
    case
      when wanted.kind in ('tenure', 'recency') then date_diff('day', signals.value_at::date, run.day)::double
      else signals.value
    end as x
  from wanted
  left join signals using (handle, key)
  cross join run
),
transformed as (
  select
    *,
    case
      -- greatest() and least() ignore null, which would turn "not observed" into a number.
      when x is null then null
      when kind = 'linear' then (x - lower) / (upper - lower)
      when kind = 'tenure' then (x - lower) / (upper - lower)
      when kind = 'root' then sqrt(greatest(x - lower, 0) / (upper - lower))
      when kind = 'log' then (ln(1 + greatest(x, 0)) - ln(1 + lower)) / (ln(1 + upper) - ln(1 + lower))
      when kind = 'recency' then case when x >= upper then 0 else power(0.5, greatest(x - lower, 0) / half_life) end
    end as raw
  from measured
)
select
  handle,
  category,
  key,
  position,
  part,
  weight,
  prior,
  value,
  value_at,
  source,
  case when raw is not null then round(least(greatest(raw, 0), 1), 4) end::decimal(5, 4) as scaled
from transformed
