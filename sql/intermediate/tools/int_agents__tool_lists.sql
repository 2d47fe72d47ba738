-- One row per agent that has not departed and MCP server of it whose tools were read: the newest list. is_own: the agent
-- itself names the address. is_withheld: a correction took its texts out. same_as: other agents that have a server with
-- the same tools. hidden_texts: instructions to a model in it that people do not see.
with hidden as (
  select received_hash, len(list_filter(from_json(findings, '[{"level":"VARCHAR"}]'), lambda found: found.level = 'critical')) as texts
  from raw_tool_lists
),
newest as (
  select distinct on (address) *
  from stg_endpoint_probes__tool_lists
  where nth_newest = 1
  order by address, changed_on desc, url
),
declared as (
  select
    addresses.handle,
    addresses.is_own,
    newest.url,
    newest.address,
    newest.changed_on,
    newest.tools_hash,
    newest.received_hash,
    coalesce(newest.tools_count, 0) as tools_count,
    coalesce(hidden.texts, 0) as hidden_texts,
    withheld.address is not null as is_withheld
  from newest
  join int_agents__addresses as addresses using (address)
  join liveness using (handle)
  left join int_tool_lists__withheld as withheld using (address)
  left join hidden using (received_hash)
),
clusters as (
  select tools_hash, count(distinct handle) as agents from declared where tools_count > 0 group by tools_hash
)
select declared.*, coalesce(clusters.agents - 1, 0) as same_as
from declared
left join clusters using (tools_hash)
