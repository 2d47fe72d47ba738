-- One row per agent and category whose rank moved since the day before and of which that says something: a mover, where the
-- intervals of both days lie apart, in score and in rank; newly measured, where what moved its score most is a signal that was
-- not observed the day before. A signal that is no longer observed moves nobody, and neither does a day without intervals.
-- The reason has the signals that are observed now, or the three that moved a mover most.
with named as (
  select
    changes.handle,
    changes.category,
    string_agg(definitions.name, ', ' order by abs(found.cause.delta) desc, definitions.key)
      filter (found.cause.cause = 'observed for the first time') as first_observed,
    array_to_string(list(definitions.name order by abs(found.cause.delta) desc, definitions.key)[1:3], ', ') as moved_most
  from score_changes as changes, unnest(changes.causes) as found(cause)
  join signal_definitions as definitions on definitions.key = found.cause.key
  group by changes.handle, changes.category
),
moved as (
  select
    today.handle,
    today.category,
    changes.causes[1].cause as cause,
    (today.score_low > before.score_high and today.rank_high < before.rank_low)
      or (today.score_high < before.score_low and today.rank_low > before.rank_high) as is_apart
  from snapshots as today
  join previous_snapshots as before using (handle, category)
  join score_changes as changes using (handle, category)
  where today.rank <> before.rank
)
select
  moved.handle,
  moved.category,
  if(cause = 'observed for the first time', 'newly_measured', 'mover') as kind,
  if(cause = 'observed for the first time', 'now observed: ' || named.first_observed, 'moved most by ' || named.moved_most) as reason
from moved
left join named using (handle, category)
where cause = 'observed for the first time' or (is_apart and cause is distinct from 'no longer observed')
