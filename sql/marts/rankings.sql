-- One row per agent and category that it qualifies for. Those with enough evidence have a rank from 1 up without
-- gaps; ties go to the smaller handle.
select
  handle,
  category,
  methodology_version,
  score,
  score_low,
  score_high,
  exact_score,
  case when is_evidence_ready then 'evidence_ranked' else 'indexed' end as tier,
  case
    when is_evidence_ready then row_number() over (partition by category, is_evidence_ready order by exact_score desc, handle)
  end as rank,
  row_number() over (partition by category order by is_evidence_ready desc, exact_score desc, handle) as position
from scores
order by category, position
