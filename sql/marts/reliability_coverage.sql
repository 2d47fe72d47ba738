-- One row per coverage of the last 30 days (full, partial, none): how many agents that have not departed have it.
select listed.coverage, count(reliability.handle) as agents
from (values (1, 'full'), (2, 'partial'), (3, 'none')) as listed (position, coverage)
left join reliability using (coverage)
group by listed.position, listed.coverage
order by listed.position
