-- One row per category with ranked agents: how wide their intervals are, and how often intervals held what was hidden, pooled
-- over the last days. The share is null while too few values were hidden.
with days as (
  select day, category, hidden, inside from interval_days
  union all
  select past.day, past.category, past.hidden, past.inside
  from past_interval_days as past
  cross join run
  where past.day > run.day - cover_days()
),
pooled as (
  select category, count(*) as days, min(day) as from_day, sum(hidden)::bigint as hidden, sum(inside)::bigint as inside
  from days
  group by category
),
widths as (
  select
    category,
    count(*) as ranked,
    median(score_high - score_low)::decimal(6, 2) as median_score_width,
    quantile_disc(rank_high - rank_low, 0.5) as median_rank_width
  from rankings
  where rank is not null
  group by category
)
select
  widths.category,
  widths.ranked,
  widths.median_score_width,
  widths.median_rank_width,
  coalesce(pooled.days, 0) as days,
  pooled.from_day,
  coalesce(pooled.hidden, 0) as hidden,
  coalesce(pooled.inside, 0) as inside,
  case when pooled.hidden >= min_hidden_values() then round(100 * pooled.inside / pooled.hidden, 1)::decimal(4, 1) end as inside_pct
from widths
left join pooled using (category)
order by widths.category
