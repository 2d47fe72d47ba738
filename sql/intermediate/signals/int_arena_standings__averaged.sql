-- One row per board and model that an Arena board rated in the last standing_days(): how high it stood on them on average,
-- from 0 to 100 between the bounds that the methodology publishes for the board. The lower end of the rating's interval is
-- taken, so that a few votes prove little. Boards are rated anew every other day, and ratings go up and down by it.
with dated as (
  select
    board, model, score_lower,
    greatest(observed_on, run.day - standing_days() + 1) as since,
    -- An answer holds until the next one.
    lead(observed_on, 1, run.day + 1) over (partition by board, model order by observed_on) as held_until
  from observed_arena cross join run
),
stood as (
  select
    board, model, date_diff('day', since, held_until) as days,
    -- In hundredths and whole days the mean is exact.
    round(10000 * least(greatest((score_lower - lower) / (upper - lower), 0), 1))::bigint as hundredths
  from dated
  join methodology_bounds as bounds on bounds.category = 'model_family' and bounds.item = dated.board
  where held_until > since and score_lower is not null
)
select board, model, round(sum(hundredths * days) / sum(days)) / 100 as mean_standing
from stood
group by board, model
