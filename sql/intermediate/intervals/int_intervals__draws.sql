-- One row per category, target with gaps, draw and whether it is the truth: the score with the values that the donors of the
-- draw give, all at once. The truth of a hidden value is the score with that value, the other gaps filled in the same way.
with added as (
  select given.category, given.target, given.draw, false as is_truth, gifts.part, sum(gifts.points) as points
  from int_intervals__given as given
  join int_intervals__gifts as gifts using (category, mask, group_id, vector)
  group by all
),
-- What the first draw of a hidden value gives in its place.
replaced as (
  select hidden.category, hidden.target, signals.part,
    signals.weight * (hidden.scaled - case given.vector when '0' then 0 when '1' then 1 else known.scaled end::decimal(5, 4)) as difference
  from int_intervals__hidden as hidden
  join methodology_signals as signals using (category, key)
  join int_intervals__gaps as gaps using (category, mask, key)
  join int_intervals__given as given using (category, target, group_id)
  left join int_intervals__values as known on known.category = hidden.category and known.vector = given.vector and known.key = hidden.key
  where given.draw = 0
),
filled as (
  select * from added
  union all
  select category, target, draw, true, part, points + coalesce(replaced.difference, 0)
  from added
  semi join int_intervals__hidden using (category, target)
  left join replaced using (category, target, part)
  where draw = 0
),
-- What the draws do not change: observed values, and the priors of signals that no agent has.
bases as (
  select
    targets.category,
    targets.target,
    known.part,
    sum(known.weight)::integer as weight,
    coalesce(sum(known.weight * if(targets.mask & known.bit > 0, known.scaled, known.prior)) filter (gaps.key is null), 0) as points,
    sum(known.weight) filter (targets.mask & known.bit > 0 or known.prior is not null) as filled
  from int_intervals__targets as targets
  join int_intervals__values as known using (category, vector)
  left join int_intervals__gaps as gaps on gaps.category = targets.category and gaps.mask = targets.mask and gaps.key = known.key
  group by all
),
draws as (
  select distinct category, target, draw, is_truth from filled
)
select
  draws.category,
  draws.target,
  draws.draw,
  draws.is_truth,
  score_from_parts(
    methodologies.core, role = 'core', bases.weight, ((bases.points + coalesce(filled.points, 0)) / bases.filled)::decimal(18, 12)
  ) as score
from draws
join bases using (category, target)
join methodology_parts using (category, part)
join methodologies using (category)
left join filled
  on filled.category = draws.category and filled.target = draws.target and filled.draw = draws.draw
  and filled.is_truth = draws.is_truth and filled.part = bases.part
group by draws.category, draws.target, draws.draw, draws.is_truth
