-- One row per record and GitHub account that it is proven to be of: it was published by signing in to the account, since
-- the account last changed hands; or the catalogue says so, of the account or of the very domain that the registry made
-- the publisher prove. A domain that only sounds like an account proves that domain: for ten dollars anybody has it.
with catalogued as (
  select accounts.developer, lower(accounts.account) as account
  from raw_catalog_accounts as accounts
  anti join int_github_accounts__changed as changed on changed.account = lower(accounts.account)
),
signed as (
  select
    'mcp_registry:' || name as record_id,
    split_part(lower(substr(name, 11)), '/', 1) as account,
    published_at
  from stg_mcp_registry__servers
  where starts_with(lower(name), 'io.github.')
)
select signed.record_id, signed.account
from signed
left join int_github_accounts__changed as changed using (account)
where changed.changed_on is null or signed.published_at::date > changed.changed_on
union
select 'catalog:developer/' || developer, account from catalogued
union
select servers.record_id, catalogued.account
from int_hosts__confirmed as servers
join int_hosts__confirmed as entries on entries.host = servers.host and entries.how = 'catalogue'
join catalogued on entries.record_id = 'catalog:developer/' || catalogued.developer
where servers.how = 'registry'
