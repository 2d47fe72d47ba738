-- One row per agent and category that it qualifies for: its visibility from 0 to 100, the weighted mean of the scaled
-- values of the category's signals of public attention. A missing signal adds nothing; without any the result is null.
select
  sub_scores.handle,
  sub_scores.category,
  round(100 * sum(sub_scores.weight * sub_scores.scaled) / sum(sub_scores.weight), 2)::decimal(5, 2) as visibility
from sub_scores
join signal_definitions as definitions using (key)
where definitions.is_attention
group by sub_scores.handle, sub_scores.category
