-- One row per agent that has not departed and protocol that it was observed on: x402, MCP, ERC-8004 or A2A.
select distinct used.handle, listed.protocol
from int_capability__agent_surfaces as used
join int_capability__surfaces as listed using (surface)
where listed.protocol is not null
