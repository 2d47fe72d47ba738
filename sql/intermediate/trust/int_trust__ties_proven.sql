-- One row per agent and operator tie that it cannot have made up: an account (int_accounts__proven) or a domain
-- (int_hosts__confirmed), an organisation of the catalogue, the wallet that registered it on the chain and still owns
-- it, or one that signed for it.
with owned as (
  select 'erc8004_identity:' || agent_key as record_id, owner as wallet from int_trust__registrations_kept
  union
  select 'erc8004_identity:' || agent_key, wallet from stg_erc8004_identity__wallets where is_signed
)
select distinct bound.handle, keys.key
from int_record_keys__claimed as keys
join int_records__bound as bound using (record_id)
-- Over the record alone: DuckDB compares every row with every other where a left join asks for more than equal columns.
left join owned using (record_id)
where starts_with(keys.key, 'organization:') or (starts_with(keys.key, 'wallet:') and ends_with(keys.key, owned.wallet))
union
select bound.handle, 'account:github.com/' || proven.account
from int_accounts__proven as proven
join int_records__bound as bound using (record_id)
union
select bound.handle, 'domain:' || hosts.host
from int_hosts__confirmed as hosts
join int_records__bound as bound using (record_id)
