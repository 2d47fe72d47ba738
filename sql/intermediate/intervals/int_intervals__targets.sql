-- One row per category and target of an interval: a vector, or a hidden value with the agent it belongs to, which is no
-- donor of its own.
select category, vector as target, vector, mask, null as own from int_intervals__vectors group by category, vector, mask
union all
select category, target, vector, mask, handle from int_intervals__hidden
