-- One row per agent and category that it qualifies for: its visibility from 0 to 100, which is the points of observed
-- signals of public attention as a share of the most that the category's could give. What is not observed adds
-- nothing; without any observed signal it is null.
select
  sub_scores.handle,
  sub_scores.category,
  round(100 * sum(sub_scores.points) filter (not sub_scores.is_assumed) / sum(sub_scores.weight), 2)::decimal(5, 2) as visibility
from sub_scores
join signal_definitions as definitions using (key)
where definitions.is_attention
group by sub_scores.handle, sub_scores.category
