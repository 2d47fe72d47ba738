-- One row per agent and category: the sum of its points, what was observed, and whether that is enough to be ranked.
with summed as (
  select
    handle,
    category,
    sum(points)::decimal(9, 4) as total,
    sum(case when is_assumed then 0 else weight end) as observed_weight,
    count(*) filter (not is_assumed) as observed_count,
    count(*) as signal_count,
    count(distinct source) filter (not is_assumed) as source_count,
    -- One bit for each signal: lists cost several times as much, and few differ.
    coalesce(bit_or(1::bigint << position) filter (is_assumed), 0) as missing
  from sub_scores
  group by handle, category
),
missing_lists as (
  select category, missing, list(key order by position) as keys
  from (select distinct category, missing from summed)
  join methodology_signals using (category)
  where (missing >> position) & 1 = 1
  group by category, missing
),
-- A required signal that no agent has is waived: if a source cannot be read at all, no agent loses by it. A required
-- signal must be more than 0 for some agent: zero downloads everywhere rank nobody. A standing is no count: the last
-- place, which is 0 of 100, is observed as much as the first.
needed as (
  select
    sub_scores.handle,
    category,
    need,
    bool_or(not is_assumed) as is_met,
    bool_or(not is_assumed and (value is distinct from 0 or starts_with(unit, 'of 100'))) as is_more
  from sub_scores
  join methodology_required using (category, key)
  join signal_definitions using (key)
  group by all
),
required as (
  select handle, category, bool_and(is_met) and bool_or(is_more) as has_required
  from needed
  semi join (select category, need from needed where is_met) using (category, need)
  group by handle, category
)
select
  summed.handle,
  summed.category,
  methodologies.version as methodology_version,
  summed.total,
  summed.observed_weight,
  summed.observed_count,
  summed.signal_count,
  summed.source_count,
  coalesce(missing_lists.keys, []) as missing,
  coalesce(required.has_required, true)
    and summed.observed_count >= methodologies.min_signals
    and summed.observed_weight >= methodologies.min_weight
    and summed.source_count >= methodologies.min_sources as is_evidence_ready
from summed
join methodologies using (category)
left join missing_lists using (category, missing)
left join required using (handle, category)
