-- One row per developer and model family or MCP server of its own: a family that the catalogue names it for, a server in a
-- repository of an account that is proven to be the developer's.
select distinct owners.handle, own.handle as agent
from stg_catalog__families as families
join int_records__handles as owners on owners.record_id = 'catalog:developer/' || families.organization
join int_records__handles as own on own.record_id = 'catalog:family/' || families.id
union
select distinct owners.handle, own.handle
from int_accounts__proofs as accounts
join int_records__handles as owners on owners.record_id = accounts.record_id
join int_mcp_server__repositories as credited on credited.repository_owner = accounts.account
join stg_mcp_registry__servers as servers using (name)
join int_records__handles as own on own.record_id = 'mcp_registry:' || servers.name
where starts_with(accounts.record_id, 'catalog:developer/') and servers.departed_on is null and own.handle <> owners.handle
