-- One row per category and signal: the number of ranked agents for which it was observed.
select
  sub_scores.category,
  sub_scores.key,
  min(sub_scores.position) as position,
  count(*) as ranked,
  count(*) filter (not is_assumed) as observed
from sub_scores
join rankings using (handle, category)
where rankings.rank is not null
group by sub_scores.category, sub_scores.key
order by sub_scores.category, position
