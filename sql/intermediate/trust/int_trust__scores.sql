-- One row per agent: its trust score from 0 to 100 as the sum of published points, and its class. Points alone make nobody
-- verified: that needs vouching, or customers that are costly to fake, an age, and a proof of control.
with counted as (
  select handle, unnest([
    {input: 'confidence', value: confidence, times: 1},
    {input: 'evidence', value: evidence, times: 1},
    {input: 'identity', value: identity, times: 1},
    {input: 'flag', value: 'minor', times: minor_flags},
    {input: 'flag', value: 'major', times: major_flags},
    {input: 'flag', value: 'critical', times: critical_flags}
  ], recursive := true)
  from int_trust__inputs
),
summed as (
  select
    counted.handle,
    greatest(least(sum(counted.times * given.points), 100), 0)::int as score,
    list_sort(list({position: given.position, input: given.input, value: given.value, points: (counted.times * given.points)::int}) filter (counted.times > 0)) as points
  from counted
  join seed_trust__points as given using (input, value)
  group by counted.handle
)
select summed.handle, summed.score, summed.points, max_by(classes.class, classes.min_score) as class
from summed
join int_trust__inputs as inputs using (handle)
join int_trust__class_bounds as classes
  on summed.score >= classes.min_score
  and (classes.class <> 'verified' or (inputs.basis in ('vouched', 'paid') and inputs.age <> 'new' and inputs.control = 'proven'))
group by summed.handle, summed.score, summed.points
