-- One row per board and model that is on an Arena board, or was: its mean position there over the last standing_days(),
-- from 0 to 100 between the bounds that the methodology publishes for the board. It uses the lower end of the rating's
-- interval, so that a few votes prove little. On a day on which the board, read as far down as the model's last place,
-- lacked it, the position is 0: a new model rises for a week, and one that leaves falls for a week.
with reads as (
  select
    board, observed_on, max(rank) as depth,
    -- An answer is valid until the next one.
    lead(observed_on, 1, run.day + 1) over (partition by board order by observed_on) as held_until,
    run.day - standing_days() + 1 as opens
  from observed_arena cross join run
  group by board, observed_on, run.day
),
-- Each entry on each read of its board, with the newest rating by then.
compared as (
  select
    entries.board, entries.model, entries.rank, reads.depth, rated.score_lower,
    rated.observed_on = reads.observed_on as is_there,
    date_diff('day', greatest(reads.observed_on, reads.opens), reads.held_until) as days
  from raw_arena as entries
  join reads on reads.board = entries.board and reads.held_until > reads.opens
  asof left join observed_arena as rated
    on rated.board = entries.board and rated.model = entries.model and rated.observed_on <= reads.observed_on
),
stood as (
  select
    board, model, days,
    -- In hundredths and whole days the mean is exact.
    case
      when not coalesce(is_there, false) and depth >= rank then 0
      when score_lower is not null
        then round(10000 * least(greatest((score_lower - lower) / (upper - lower), 0), 1))::bigint
    end as hundredths
  from compared
  join methodology_bounds as bounds on bounds.category = 'model_family' and bounds.item = compared.board
)
select board, model, round(sum(hundredths * days) / sum(days) filter (hundredths is not null)) / 100 as mean_standing
from stood
where days > 0
group by board, model
