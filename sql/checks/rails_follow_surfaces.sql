-- Every agent's rails are x402, MCP, ERC-8004 or A2A, each listed once, and a rail has at least as many agents as any of its surfaces.
select handle, protocol from rails group by handle, protocol having count(*) > 1 or protocol not in ('x402', 'mcp', 'erc8004', 'a2a')
union all
select distinct null, adoption.protocol
from protocol_adoption as adoption
left join (select protocol, count(*) as agents from rails group by protocol) as counted using (protocol)
where adoption.protocol is not null and adoption.agents_indexed > coalesce(counted.agents, 0)
