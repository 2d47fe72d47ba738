-- One row per agent and category: its rank and score with their signals, and the causes of its change since the day before.
-- The list has the signals that were observed or give points, in no order; agent records name the others too. At real
-- size two of three are neither, and lists are what this table costs.
-- Built for some of the agents at a time (in_slice): lists of all would not fit into memory.
with signal_rows as (
  select
    sub_scores.handle,
    sub_scores.category,
    list({
      key: sub_scores.key,
      value: signals.value,
      value_at: strftime(signals.value_at, '%Y-%m-%dT%H:%M:%SZ'),
      scaled: sub_scores.scaled,
      points: sub_scores.points,
      source_url: signals.source_url,
      observed_at: signals.observed_at,
      response_sha256: signals.response_sha256,
      input_count: coalesce(signals.input_count, 0)
    }) as signals
  from sub_scores
  left join (select * from signals where in_slice(handle)) as signals using (handle, key)
  where in_slice(sub_scores.handle)
    and (sub_scores.value is not null or sub_scores.value_at is not null or sub_scores.points <> 0)
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
  coalesce(signal_rows.signals, []) as signals,
  case when score_changes.handle is not null then {
    since: score_changes.since,
    score_before: score_changes.score_before,
    score_delta: score_changes.score_delta,
    rank_before: score_changes.rank_before,
    is_methodology_changed: score_changes.is_methodology_changed,
    causes: score_changes.causes
  } end as change
from rankings
join (select * from scores where in_slice(handle)) as scores using (handle, category)
left join signal_rows using (handle, category)
join categories on categories.id = rankings.category
left join score_changes using (handle, category)
where in_slice(rankings.handle)
