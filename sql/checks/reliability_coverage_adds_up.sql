-- The coverage counts add up to all agents with a reliability figure.
select sum(agents) as agents
from reliability_coverage
having count(*) <> 3 or count(distinct coverage) <> 3 or sum(agents) <> (select count(*) from reliability)
