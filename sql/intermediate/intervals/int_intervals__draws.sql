-- One row per category, target with gaps, draw and whether it is the truth: the score with the values that the donors of the
-- draw give, all at once. The truth of a hidden value is the score with that value, the other gaps filled in the same way.
with given as (
  select given.category, given.target, given.draw, gaps.key,
    case given.vector when '0' then 0 when '1' then 1 else known.scaled end::decimal(5, 4) as scaled
  from int_intervals__given as given
  join int_intervals__targets as targets using (category, target)
  join int_intervals__gaps as gaps on gaps.category = given.category and gaps.mask = targets.mask and gaps.group_id = given.group_id
  left join int_intervals__values as known on known.category = given.category and known.vector = given.vector and known.key = gaps.key
),
filled as (
  select category, target, draw, false as is_truth, key, scaled from given
  union all
  select given.category, given.target, 0, true, given.key, if(given.key = hidden.key, hidden.scaled, given.scaled)
  from given
  join int_intervals__hidden as hidden using (category, target)
  where given.draw = 0
),
added as (
  select filled.category, filled.target, filled.draw, filled.is_truth, signals.part, sum(signals.weight * filled.scaled) as points
  from filled
  join methodology_signals as signals using (category, key)
  group by all
),
-- What the draws do not change: observed values, and the priors of signals that no agent has.
bases as (
  select
    targets.category,
    targets.target,
    known.part,
    sum(known.weight) as weight,
    coalesce(sum(known.weight * if(targets.mask & known.bit > 0, known.scaled, known.prior)) filter (gaps.key is null), 0) as points,
    sum(known.weight) filter (targets.mask & known.bit > 0 or known.prior is not null) as filled
  from int_intervals__targets as targets
  join int_intervals__values as known using (category, vector)
  left join int_intervals__gaps as gaps on gaps.category = targets.category and gaps.mask = targets.mask and gaps.key = known.key
  group by all
),
draws as (
  select distinct category, target, draw, is_truth from added
)
select
  draws.category,
  draws.target,
  draws.draw,
  draws.is_truth,
  score_from_parts(any_value(methodologies.core), list({
    is_core: role = 'core',
    weight: bases.weight,
    share: ((bases.points + coalesce(added.points, 0)) / bases.filled)::decimal(18, 12)
  })) as score
from draws
join bases using (category, target)
join methodology_parts using (category, part)
join methodologies using (category)
left join added
  on added.category = draws.category and added.target = draws.target and added.draw = draws.draw
  and added.is_truth = draws.is_truth and added.part = bases.part
group by draws.category, draws.target, draws.draw, draws.is_truth
