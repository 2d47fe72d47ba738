-- One row per agent: everything that any view of it shows; views are projections of this row.
with signal_rows as (
  select
    sub_scores.handle,
    sub_scores.category,
    list({
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
    } order by sub_scores.position) as signals
  from sub_scores
  join signal_definitions as definitions using (key)
  left join signals using (handle, key)
  group by sub_scores.handle, sub_scores.category
),
category_rows as (
  select
    rankings.handle,
    list({
      category: rankings.category,
      methodology_version: rankings.methodology_version,
      rank: rankings.rank,
      tier: rankings.tier,
      score: rankings.score,
      score_low: rankings.score_low,
      score_high: rankings.score_high,
      observed_weight: scores.observed_weight,
      missing: scores.missing,
      signals: signal_rows.signals,
      change: case when score_changes.handle is not null then {
        since: score_changes.since,
        score_before: score_changes.score_before,
        score_delta: score_changes.score_delta,
        rank_before: score_changes.rank_before,
        is_methodology_changed: score_changes.is_methodology_changed,
        causes: score_changes.causes
      } end
    } order by categories.position) as categories
  from rankings
  join scores using (handle, category)
  join signal_rows using (handle, category)
  join categories on categories.id = rankings.category
  left join score_changes using (handle, category)
  group by rankings.handle
)
select
  agents.*,
  identities.records,
  identities.keys,
  identities.ties,
  coalesce(category_rows.categories, []) as categories
from agents
join identities using (handle)
left join category_rows using (handle)
order by agents.handle
