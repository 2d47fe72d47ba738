-- One row per address, as it is probed, that is worth a probe every other day at least: an agent declares it that is
-- ranked, was paid in the last market_days(), or is in the MCP registry.
with worthy as (
  select handle from agents where tier = 'evidence_ranked' and departed_on is null
  union
  select handle from int_agents__payers
  union
  select bound.handle
  from stg_mcp_registry__servers as servers
  join int_records__handles as bound on bound.record_id = 'mcp_registry:' || servers.name
  where servers.departed_on is null
)
select distinct probes.url
from raw_endpoint_probes as probes
join int_agents__addresses as declared on declared.address = probe_address(probes.url)
semi join worthy using (handle)
