-- One row per agent and category: its rank and score with every signal, and the causes of its change since the day before.
-- Built for some of the agents at a time (in_slice): lists of all would not fit into memory.
-- Lists are sorted by the first field of their items: an ordered aggregate costs several times as much.
with signal_rows as (
  select
    sub_scores.handle,
    sub_scores.category,
    list_sort(list({
      position: sub_scores.position,
      key: sub_scores.key,
      value: signals.value,
      value_at: strftime(signals.value_at, '%Y-%m-%dT%H:%M:%SZ'),
      unit: definitions.unit,
      weight: sub_scores.weight,
      scaled: sub_scores.scaled,
      points: sub_scores.points,
      is_assumed: sub_scores.is_assumed,
      source: definitions.source,
      source_url: signals.source_url,
      observed_at: signals.observed_at,
      response_sha256: signals.response_sha256,
      input_count: coalesce(signals.input_count, 0)
    })) as signals
  from sub_scores
  join signal_definitions as definitions using (key)
  left join (select * from signals where in_slice(handle)) as signals using (handle, key)
  where in_slice(sub_scores.handle)
  group by sub_scores.handle, sub_scores.category
)
select
  rankings.handle,
  rankings.category,
  rankings.methodology_version,
  rankings.position,
  rankings.rank,
  rankings.rank_low,
  rankings.rank_high,
  rankings.is_rank_provisional,
  rankings.tier,
  rankings.score,
  rankings.score_low,
  rankings.score_high,
  scores.score_floor,
  scores.score_ceiling,
  scores.observed_weight,
  scores.missing,
  signal_rows.signals,
  case when score_changes.handle is not null then {
    since: score_changes.since,
    score_before: score_changes.score_before,
    score_delta: score_changes.score_delta,
    rank_before: score_changes.rank_before,
    is_methodology_changed: score_changes.is_methodology_changed,
    causes: score_changes.causes
  } end as change
from rankings
join scores using (handle, category)
join signal_rows using (handle, category)
join categories on categories.id = rankings.category
left join score_changes using (handle, category)
where in_slice(rankings.handle)
