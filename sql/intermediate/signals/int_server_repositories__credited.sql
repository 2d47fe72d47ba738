-- One row per MCP server whose repository is taken to be its own: the account that has it, by GitHub's own answer where
-- there is one, is proven to be the server's. Renamed repositories stand under their new name. An answer from before
-- the server was listed does not say who has the name since: then its repository is to be read again first.
with named as (
  select
    servers.name,
    coalesce(answered.repository, servers.repository) as repository,
    coalesce(answered.owner, servers.repository_owner) as repository_owner,
    servers.repository_subfolder
  from stg_mcp_registry__servers as servers
  left join int_repositories__answered as answered on answered.asked = servers.repository
  where servers.repository is not null and (answered.asked is null or answered.observed_on >= servers.first_seen_on)
)
select named.*
from named
join int_accounts__proven as proven on proven.record_id = 'mcp_registry:' || named.name and proven.account = named.repository_owner
