-- One row per agent and category that it qualifies for: its visibility from 0 to 100, which is the mean by weight of the
-- scaled values of the category's signals of public attention. What is not observed adds
-- nothing; without any observed signal it is null.
select
  sub_scores.handle,
  sub_scores.category,
  round(100 * sum(sub_scores.weight * sub_scores.scaled) / sum(sub_scores.weight), 2)::decimal(5, 2) as visibility
from sub_scores
join signal_definitions as definitions using (key)
where definitions.is_attention
group by sub_scores.handle, sub_scores.category
