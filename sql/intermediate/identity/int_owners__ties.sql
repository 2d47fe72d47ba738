-- One row per owner (an account of GitHub, a domain or a wallet) and agent with a record that is proven to be the owner's:
-- the surest proof, by the names of core/keys/ways.ts, and the first day on which a record so proven was the agent's. Only
-- present records count, but for agents that departed. A host of many is nobody's.
with accounts as (
  select
    record_id,
    'github' as kind,
    account as name,
    if(starts_with(lower(record_id), 'mcp_registry:io.github.' || account || '/'), 'account', 'curated') as how
  from int_accounts__proofs
),
domains as (
  select
    record_id,
    'domain' as kind,
    host as name,
    case how when 'registry' then 'verified' when 'catalogue' then 'curated' else 'host' end as how
  from int_hosts__proofs
  anti join raw_shared_hosts using (host)
),
wallets as (
  select 'erc8004_identity:' || agent_key as record_id, 'wallet' as kind, owner as name, 'owner' as how
  from int_trust__original_owners
  union all
  select 'erc8004_identity:' || agent_key, 'wallet', wallet, 'signature'
  from stg_erc8004_identity__wallets
  where is_signed
),
proven as (
  from accounts union all from domains union all from wallets
)
select
  proven.kind || ':' || proven.name as owner,
  proven.kind,
  proven.name,
  bound.handle,
  min_by(
    proven.how, list_position(['curated', 'host', 'signature', 'verified', 'account', 'owner'], proven.how)
  ) as how,
  min(bound.bound_on) as since,
  any_value(agents.departed_on) as departed_on
from proven
join int_records__handles as bound using (record_id)
join int_records as records using (record_id)
join int_agents__profiles as agents on agents.handle = bound.handle
where regexp_full_match(proven.name, '[a-zA-Z0-9][a-zA-Z0-9._-]{0,179}') and (records.departed_on is null or agents.departed_on is not null)
group by proven.kind, proven.name, bound.handle
