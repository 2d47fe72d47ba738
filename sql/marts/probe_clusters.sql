-- One row per list of tools that several MCP servers have in common, the 20 with most servers: their number, their hosts,
-- and the name that the first of them gives itself. Lists without a tool are left out.
select
  tools_hash,
  max(tools_count) as tools,
  count(*) as servers,
  count(distinct host) as hosts,
  min_by(host, address) as first_host,
  min_by(server_name, address) filter (server_name is not null) as server_name
from int_probes__addresses
where kind = 'mcp' and tools_hash is not null and tools_count > 0
group by tools_hash
having count(*) > 1
order by servers desc, hosts desc, tools_hash
limit 20
