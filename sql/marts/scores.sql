-- One row per agent and category: the score from 0 to 100, the interval that holds it in nine of ten cases once all is
-- observed, the range that missing signals could move it in at all, and whether the evidence is enough to be ranked.
with ranges as (
  select
    handle,
    category,
    bool_or(is_guessed) as is_guessed,
    sum(points_low::decimal(18, 8)) as low,
    sum(points_high::decimal(18, 8)) as high
  from int_parts__weights
  group by handle, category
),
-- With no prior in use the range is the score itself, whose points are rounded one by one.
ranged as (
  select
    totals.*,
    round(totals.total, 2)::decimal(6, 2) as score,
    round(if(is_guessed, least(low, total), total), 2)::decimal(6, 2) as score_floor,
    round(if(is_guessed, greatest(high, total), total), 2)::decimal(6, 2) as score_ceiling
  from int_scores__totals as totals
  join ranges using (handle, category)
)
select
  ranged.handle,
  ranged.category,
  ranged.methodology_version,
  ranged.total as exact_score,
  ranged.score,
  -- Donors may all lie on one side of what the priors give; the score stays inside its own interval.
  least(ranged.score, greatest(ranged.score_floor, coalesce(intervals.low, ranged.score))) as score_low,
  greatest(ranged.score, least(ranged.score_ceiling, coalesce(intervals.high, ranged.score))) as score_high,
  ranged.score_floor,
  ranged.score_ceiling,
  ranged.observed_weight,
  ranged.observed_count,
  ranged.signal_count,
  ranged.source_count,
  ranged.missing,
  ranged.is_evidence_ready
from ranged
left join int_intervals__vectors as vectors using (handle, category)
left join int_intervals__bounds as intervals on intervals.category = ranged.category and intervals.target = vectors.vector
