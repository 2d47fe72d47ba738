-- Each coverage is counted once, and together they count every agent that has a reliability.
select sum(agents) as agents
from reliability_coverage
having count(*) <> 3 or count(distinct coverage) <> 3 or sum(agents) <> (select count(*) from reliability)
