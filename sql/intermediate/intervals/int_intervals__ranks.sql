-- One row per category and ranked agent: the 5th and the 95th percentile of its ranks, when in each draw every agent takes
-- one of the scores of its interval, in an order of its own.
with ready as (
  select totals.handle, totals.category, totals.total, vectors.vector
  from int_scores__totals as totals
  join int_intervals__vectors as vectors using (handle, category)
  where totals.is_evidence_ready
),
drawn as (
  select ready.category, ready.handle, draws.score,
    row_number() over (partition by ready.category, ready.handle order by md5(concat_ws(' ', ready.handle, draws.draw)), draws.draw) as draw
  from ready
  join int_intervals__draws as draws on draws.category = ready.category and draws.target = ready.vector
  union all
  select ready.category, ready.handle, ready.total, unnest(range(1, interval_donors() + 1))
  from ready
  anti join int_intervals__bounds as bounds on bounds.category = ready.category and bounds.target = ready.vector
),
ranked as (
  select category, handle, row_number() over (partition by category, draw order by score desc, handle) as rank from drawn
)
select category, handle, quantile_disc(rank, 0.05) as drawn_low, quantile_disc(rank, 0.95) as drawn_high
from ranked
group by category, handle
