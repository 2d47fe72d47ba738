-- One row per category and ranked agent, numbered from 0 in the order of handles, in which equal scores are ranked. Agents
-- whose score is drawn have another number among themselves; what no signal is missing for stands at its total.
select
  totals.category,
  totals.handle,
  vectors.vector,
  totals.total,
  row_number() over (partition by totals.category order by totals.handle) - 1 as number,
  if(
    bounds.target is not null, count(bounds.target) over (partition by totals.category order by totals.handle) - 1, null
  ) as drawn_number
from int_scores__totals as totals
join int_intervals__vectors as vectors using (handle, category)
left join int_intervals__bounds as bounds on bounds.category = totals.category and bounds.target = vectors.vector
where totals.is_evidence_ready
