-- One row per agent and category whose score differs from the day before, with the signals that moved and by how much.
with moved as (
  select
    today.handle,
    today.category,
    today.key,
    before.points as points_before,
    today.points as points_after,
    (today.points - before.points)::decimal(9, 4) as delta,
    before.is_assumed as was_assumed,
    today.is_assumed
  from sub_scores as today
  join previous_sub_scores as before using (handle, category, key)
  where today.points <> before.points
),
causes as (
  select
    handle,
    category,
    list_sort(list({
      size: -abs(delta), key: key, points_before: points_before, points_after: points_after, delta: delta,
      cause: case
        when was_assumed and not is_assumed then 'observed for the first time'
        when is_assumed and not was_assumed then 'no longer observed'
        else 'its value changed'
      end
    })) as causes
  from moved
  group by handle, category
)
select
  today.handle,
  today.category,
  before.day as since,
  before.score as score_before,
  today.score as score_after,
  (today.exact_score - before.exact_score)::decimal(9, 4) as score_delta,
  before.rank as rank_before,
  today.rank as rank_after,
  before.methodology_version <> today.methodology_version as is_methodology_changed,
  coalesce(causes.causes, []) as causes
from snapshots as today
join previous_snapshots as before using (handle, category)
left join causes using (handle, category)
where today.exact_score <> before.exact_score
