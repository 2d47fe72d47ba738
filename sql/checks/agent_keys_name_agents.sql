-- Each key belongs to an agent of the index, and the keys are numbered without gaps, as they are read.
select 'the key ' || text || ' belongs to ' || handle || ', which is no agent' as problem
from agent_keys
anti join agents using (handle)
union all
select count(*) || ' keys are numbered up to ' || max(place)
from agent_keys
having count(*) > 0 and max(place) <> count(*) - 1
order by problem
