-- One row per agent and operator tie that it cannot have invented: an account (int_accounts__proofs) or a domain
-- (int_hosts__proofs), an organisation of the catalogue, the wallet that registered it on the chain and still owns it, or
-- one that signed for it.
with owned as (
  select 'erc8004_identity:' || agent_key as record_id, owner as wallet from int_trust__original_owners
  union
  select 'erc8004_identity:' || agent_key, wallet from stg_erc8004_identity__wallets where is_signed
)
select distinct bound.handle, keys.key
from int_records__keys as keys
join int_records__handles as bound using (record_id)
-- Join by the record alone: DuckDB compares every pair of rows if a left join has more than equal columns.
left join owned using (record_id)
where starts_with(keys.key, 'organization:') or (starts_with(keys.key, 'wallet:') and ends_with(keys.key, owned.wallet))
union
select bound.handle, 'account:github.com/' || proven.account
from int_accounts__proofs as proven
join int_records__handles as bound using (record_id)
union
select bound.handle, 'domain:' || hosts.host
from int_hosts__proofs as hosts
join int_records__handles as bound using (record_id)
