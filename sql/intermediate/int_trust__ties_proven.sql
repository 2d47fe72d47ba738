-- One row per agent and operator tie that it cannot have made up: an account or domain that a registry or the host
-- itself confirms, an organisation of the catalogue, or the wallet that owns its registration on the chain.
select distinct bound.handle, keys.key
from int_record_keys__claimed as keys
join int_records__bound as bound using (record_id)
where
  starts_with(keys.key, 'account:')
  or starts_with(keys.key, 'organization:')
  or (starts_with(keys.key, 'wallet:') and keys.source = 'erc8004_identity')
  or (starts_with(keys.key, 'domain:') and keys.source <> 'erc8004_identity')
