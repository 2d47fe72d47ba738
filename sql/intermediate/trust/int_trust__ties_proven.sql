-- One row per agent and operator tie that it cannot have made up: an account or domain that a registry or the host
-- itself confirms, an organisation of the catalogue, the wallet that registered it on the chain and still owns it, or one
-- that signed for it.
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
where
  starts_with(keys.key, 'account:')
  or starts_with(keys.key, 'organization:')
  or (starts_with(keys.key, 'wallet:') and ends_with(keys.key, owned.wallet))
  or (starts_with(keys.key, 'domain:') and keys.source <> 'erc8004_identity')
