-- One row per observed value that this day hides, to see how often an interval holds the score with it: of each category
-- some of its ranked agents' values, by the hash of the date. A signal that cannot exist for everybody (without a prior)
-- is in no interval, and is not hidden.
select
  vectors.category,
  md5(concat_ws(' ', vectors.handle, vectors.category, known.key)) as target,
  vectors.handle,
  vectors.vector,
  vectors.mask - known.bit as mask,
  known.key,
  known.bit,
  known.scaled
from int_intervals__vectors as vectors
join int_scores__totals as totals using (handle, category)
join int_intervals__values as known using (category, vector)
cross join run
where totals.is_evidence_ready and known.scaled is not null and known.prior is not null
qualify row_number() over (
  partition by vectors.category order by md5(concat_ws(' ', run.day, vectors.handle, known.key)), vectors.handle, known.key
) <= hidden_values()
