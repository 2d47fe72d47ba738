-- The history of the ghost index has each dimension and value once per day, and no future day.
select ghost_index_history.day, dimension, value
from ghost_index_history
cross join run
group by all
having count(*) > 1 or ghost_index_history.day > any_value(run.day)
