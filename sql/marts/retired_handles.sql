-- One row per handle whose agent was merged into another: that agent, and the day on which the record that the handle was
-- made for went there. Such a handle has no page any more, and never returns.
select anchors.handle, current.handle as merged_into, current.bound_on as retired_on
from past_bindings as anchors
join int_records__handles as current using (record_id)
where anchors.is_anchor and anchors.handle <> current.handle
order by anchors.handle
