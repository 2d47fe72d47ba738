-- One row per agent and category that it qualifies for. Those with enough evidence have a rank from 1 up without
-- gaps; ties go to the smaller handle. rank_low and rank_high are the interval of the rank, which follows from those of all
-- scores of the category. Where it spans half of the category or more, the rank is provisional.
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
  -- Donors may all place an agent on one side of the rank that the priors give it.
  case when is_evidence_ready then least(rank, ranks.drawn_low) end as rank_low,
  case when is_evidence_ready then greatest(rank, ranks.drawn_high) end as rank_high,
  case
    when is_evidence_ready then rank_high - rank_low >= count(*) over (partition by category, is_evidence_ready) / 2
  end as is_rank_provisional,
  row_number() over (partition by category order by is_evidence_ready desc, exact_score desc, handle) as position
from scores
left join int_intervals__ranks as ranks using (handle, category)
order by category, position
