-- One row per coverage of the last 30 days (full, partial, none): its number of agents that have not departed.
select listed.coverage, count(reliability.handle) as agents
from (values ('full'), ('partial'), ('none')) as listed (coverage)
left join reliability using (coverage)
group by listed.coverage
order by listed.coverage = 'none', listed.coverage
