-- One row per agent that has not departed and day of the last 90, today included, on which it was seen alive or not.
select past.handle, past.day, past.is_alive
from past_liveness as past
join liveness using (handle)
cross join run
where past.is_alive is not null and past.day < run.day and past.day > run.day - 90
union all
select liveness.handle, run.day, liveness.liveness = 'alive'
from liveness
cross join run
where liveness.liveness in ('alive', 'not_alive')
