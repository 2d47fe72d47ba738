-- One row per day of the history (at most 365 before the logical date, and that date), dimension and value: the ghost
-- index as each day published it.
select * from ghost_index
union all by name
select * from past_ghost_index
