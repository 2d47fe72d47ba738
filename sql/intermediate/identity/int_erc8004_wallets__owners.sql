-- One row per ERC-8004 agent and wallet that answers for it: it registered the agent and still owns it, or it signed for
-- it. A wallet with more than max_own_registrations() of them, on all chains together, answers for none: it may be a
-- platform that registers agents for others.
with held as (
  select agent_key, owner as wallet from int_trust__original_owners
  union
  select agent_key, wallet from stg_erc8004_identity__wallets where is_signed
)
select agent_key, wallet
from held
qualify count(*) over (partition by wallet) <= max_own_registrations()
