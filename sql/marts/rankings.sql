-- One row per agent and category that it qualifies for. Those with enough evidence have a rank from 1 up without
-- gaps; ties go to the smaller handle. Ranks whose scores have ranges that overlap cannot be told apart: rank_low is the
-- best and rank_high the worst that the ranges allow. Where they span half of the category or more, the rank is provisional.
with ends as (
  select handle, category, score_low as bound, true as is_low from scores where is_evidence_ready
  union all
  select handle, category, score_high, false from scores where is_evidence_ready
),
counted as (
  select
    *,
    count(*) filter (is_low) over (partition by category order by bound desc) - count(*) filter (is_low) over (partition by category, bound) as lows_above,
    count(*) filter (not is_low) over (partition by category order by bound desc) as highs_from,
    count(*) filter (is_low) over (partition by category) as ranked
  from ends
),
bands as (
  select
    handle,
    category,
    1 + max(lows_above) filter (not is_low) as rank_low,
    max(highs_from) filter (is_low) as rank_high,
    any_value(ranked) as ranked
  from counted
  group by handle, category
)
select
  scores.handle,
  scores.category,
  scores.methodology_version,
  scores.score,
  scores.score_low,
  scores.score_high,
  scores.exact_score,
  case when is_evidence_ready then 'evidence_ranked' else 'indexed' end as tier,
  case
    when is_evidence_ready then row_number() over (partition by category, is_evidence_ready order by exact_score desc, handle)
  end as rank,
  bands.rank_low,
  bands.rank_high,
  bands.rank_high - bands.rank_low >= bands.ranked / 2 as is_rank_provisional,
  row_number() over (partition by category order by is_evidence_ready desc, exact_score desc, handle) as position
from scores
left join bands using (handle, category)
order by category, position
