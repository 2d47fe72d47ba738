-- One row per MCP server whose repository is accepted as its own: the account that owns it, by GitHub's own answer if there
-- is one, is proven to be the server's. Renamed repositories have their new name. An answer from before the server was
-- listed does not show who has had the name since: the repository must be read again first.
with named as (
  select
    servers.name,
    coalesce(answered.repository, servers.repository) as repository,
    coalesce(answered.owner, servers.repository_owner) as repository_owner,
    servers.repository_subfolder
  from stg_mcp_registry__servers as servers
  left join int_repositories__aliases as answered on answered.asked = servers.repository
  where servers.repository is not null and (answered.asked is null or answered.observed_on >= servers.first_seen_on)
)
select named.*
from named
join int_accounts__proofs as proven on proven.record_id = 'mcp_registry:' || named.name and proven.account = named.repository_owner
