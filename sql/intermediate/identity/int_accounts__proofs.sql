-- One row per record and GitHub account that is proven to own it: it was published by signing in to the account, since
-- the account last changed owner; or the catalogue lists the account, or the domain that the registry verified for the
-- publisher. A domain that only resembles an account's name proves that domain alone: anybody can buy it for ten dollars.
with catalogued as (
  select accounts.developer, lower(accounts.account) as account
  from raw_catalog_accounts as accounts
  anti join int_github_accounts__transfers as changed on changed.account = lower(accounts.account)
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
left join int_github_accounts__transfers as changed using (account)
where changed.changed_on is null or signed.published_at::date > changed.changed_on
union
select 'catalog:developer/' || developer, account from catalogued
union
select servers.record_id, catalogued.account
from int_hosts__proofs as servers
join int_hosts__proofs as entries on entries.host = servers.host and entries.how = 'catalogue'
join catalogued on entries.record_id = 'catalog:developer/' || catalogued.developer
where servers.how = 'registry'
