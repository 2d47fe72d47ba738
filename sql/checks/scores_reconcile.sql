-- Every score equals the sum of its sub-scores.
select scores.handle, scores.category, scores.exact_score, sum(sub_scores.points) as total
from scores
left join sub_scores using (handle, category)
group by all
having total is distinct from scores.exact_score
