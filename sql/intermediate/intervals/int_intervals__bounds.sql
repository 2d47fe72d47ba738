-- One row per category and target with gaps: the 5th and the 95th percentile of the scores of its draws, to two
-- decimals as scores are; of a hidden value also the truth.
select
  category,
  target,
  quantile_cont(score, 0.05) filter (not is_truth)::decimal(6, 2) as low,
  quantile_cont(score, 0.95) filter (not is_truth)::decimal(6, 2) as high,
  any_value(score) filter (is_truth)::decimal(6, 2) as truth
from int_intervals__draws
group by category, target
