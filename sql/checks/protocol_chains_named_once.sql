-- A chain is listed once for each protocol, and has a reason exactly where it is not indexed.
select protocol, chain, count(*) as rows
from protocol_chains
group by protocol, chain
having count(*) > 1 or bool_or((state = 'not_indexed') <> (reason is not null))
