-- One row per category and ranked agent: the 5th and the 95th percentile of its ranks, when in each draw every agent takes
-- one of the scores of its interval, in an order of its own.
with ready as (
  select totals.handle, totals.category, totals.total, vectors.vector,
    -- In the order of handles, so that rows of draws, 200 for each agent, are numbers alone.
    row_number() over (order by totals.category, totals.handle)::integer as number
  from int_scores__totals as totals
  join int_intervals__vectors as vectors using (handle, category)
  where totals.is_evidence_ready
),
drawn as (
  select ready.category, ready.number, draws.score,
    row_number() over (partition by ready.number order by md5(concat_ws(' ', ready.handle, draws.draw)), draws.draw) as draw
  from ready
  join int_intervals__draws as draws on draws.category = ready.category and draws.target = ready.vector
  union all
  select ready.category, ready.number, ready.total, unnest(range(1, interval_donors() + 1))
  from ready
  anti join int_intervals__bounds as bounds on bounds.category = ready.category and bounds.target = ready.vector
),
ranked as (
  select number, row_number() over (partition by category, draw order by score desc, number)::integer as rank from drawn
),
-- A twentieth of the draws at each end, and no list of them all: those of a million agents do not fit into memory.
ends as (
  select number, count(*) as draws,
    min(rank, interval_donors() // 20 + 1) as lowest, max(rank, interval_donors() // 20 + 1) as highest
  from ranked
  group by number
)
select ready.category, ready.handle,
  ends.lowest[ceil(ends.draws * 0.05)::bigint]::bigint as drawn_low,
  ends.highest[ends.draws - ceil(ends.draws * 0.95)::bigint + 1]::bigint as drawn_high
from ends
join ready using (number)
