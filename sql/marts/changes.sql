-- One row per agent, category and kind of change since the day before in the history (none on the first day). A change of
-- tools is in the agent's primary category.
with before as (
  select * from previous_snapshots
),
pairs as (
  select
    coalesce(today.handle, before.handle) as handle,
    coalesce(today.category, before.category) as category,
    before.handle is not null as was_there,
    today.handle is not null as is_there,
    before.rank as rank_before,
    today.rank as rank_after,
    before.score as score_before,
    today.score as score_after,
    before.tier as tier_before,
    today.tier as tier_after,
    before.is_alive as was_alive,
    today.is_alive as is_alive
  from snapshots as today
  full join before using (handle, category)
  where exists (select 1 from before)
),
known as (
  select handle from past_bindings
),
retooled as (
  select
    named.handle,
    agents.primary_category as category,
    if(
      bool_or(named.changes_often),
      'the tools change often without a new version: on ' || max(named.silent_days) || ' of the last ' || change_window_days() || ' days',
      'the tools changed without a new version: ' || sum(json_array_length(compared.added)) || ' added, '
        || sum(json_array_length(compared.removed)) || ' removed, ' || sum(json_array_length(compared.changed)) || ' changed'
    ) as reason
  from int_agents__tool_changes as named
  join raw_tool_changes as compared using (url, changed_on)
  join agents using (handle)
  where named.is_named_today
  group by named.handle, agents.primary_category
),
kinds as (
  select pairs.*, moves.kind from pairs join int_changes__moves as moves using (handle, category)
  union all
  select *, 'new' from pairs where not was_there and handle not in (select handle from known)
  union all
  select *, 'return' from pairs where not was_there and handle in (select handle from known)
  union all
  select *, 'promotion' from pairs where tier_before = 'indexed' and tier_after = 'evidence_ranked'
  union all
  select *, 'demotion' from pairs where tier_before = 'evidence_ranked' and tier_after = 'indexed'
  union all
  select *, 'death' from pairs where was_alive and not is_alive
  union all
  select *, 'resurrection' from pairs where not was_alive and is_alive
  union all
  select *, 'departure' from pairs where was_there and not is_there
  union all
  select *, 'tools_changed' from pairs semi join retooled using (handle, category) where is_there
)
select
  run.day,
  kinds.kind,
  kinds.handle,
  kinds.category,
  kinds.rank_before,
  kinds.rank_after,
  kinds.score_before,
  kinds.score_after,
  kinds.tier_before,
  kinds.tier_after,
  case kinds.kind
    when 'departure' then coalesce(
      'merged into ' || retired.merged_into,
      agents.departed_reason,
      'no source lists it in this category any more'
    )
    when 'tools_changed' then retooled.reason
    when 'newly_measured' then moves.reason
    when 'mover' then moves.reason
  end as reason
from kinds
left join retired_handles as retired using (handle)
left join retooled using (handle, category)
left join int_changes__moves as moves using (handle, category)
left join int_agents__profiles as agents using (handle)
cross join run
order by kind, category, handle
