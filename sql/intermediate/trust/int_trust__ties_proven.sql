-- One row per agent and operator tie that it cannot have made up: an account or domain that a registry or the host
-- itself confirms, an organisation of the catalogue, the wallet that registered it on the chain and still owns it, or one
-- that signed for it.
select distinct bound.handle, keys.key
from int_record_keys__claimed as keys
join int_records__bound as bound using (record_id)
left join int_trust__registrations_kept as kept
  on keys.record_id = 'erc8004_identity:' || kept.agent_key and ends_with(keys.key, kept.owner)
left join stg_erc8004_identity__wallets as signed
  on signed.is_signed and keys.record_id = 'erc8004_identity:' || signed.agent_key and ends_with(keys.key, signed.wallet)
where
  starts_with(keys.key, 'account:')
  or starts_with(keys.key, 'organization:')
  or (starts_with(keys.key, 'wallet:') and (kept.agent_key is not null or signed.agent_key is not null))
  or (starts_with(keys.key, 'domain:') and keys.source <> 'erc8004_identity')
