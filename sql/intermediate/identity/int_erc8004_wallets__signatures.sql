-- One row per agent, chain and wallet that signed for one of its ERC-8004 registrations: proof by the wallet's owner.
select distinct bound.handle, wallets.chain, wallets.wallet
from stg_erc8004_identity__wallets as wallets
join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || wallets.agent_key
where wallets.is_signed
