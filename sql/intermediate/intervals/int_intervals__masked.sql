-- One row per category, mask of a target and vector: the score that the vector would have if only the signals of the mask
-- had been observed of it. Donors and receivers are compared by it: with all its values a donor would stand higher or
-- lower for the very values that the receiver lacks.
with masks as (
  select distinct category, mask from int_intervals__targets
),
parts as (
  select
    masks.category,
    masks.mask,
    known.vector,
    known.part,
    sum(known.weight)::integer as weight,
    sum(known.weight * if(masks.mask & known.bit > 0, coalesce(known.scaled, known.prior), known.prior)) as points,
    sum(known.weight) filter (if(masks.mask & known.bit > 0, coalesce(known.scaled, known.prior), known.prior) is not null) as filled
  from masks
  join int_intervals__values as known using (category)
  group by all
)
select
  parts.category,
  parts.mask,
  parts.vector,
  score_from_parts(methodologies.core, role = 'core', parts.weight, (parts.points / parts.filled)::decimal(18, 12)) as score
from parts
join methodology_parts using (category, part)
join methodologies using (category)
group by parts.category, parts.mask, parts.vector
