-- One row per agent that has not departed: the proof of its identity, and the standing that follows from it. Standing: 3
-- in the curated catalogue, 2 proven by a domain or an account, 1 ranked on evidence, 0 none of these.
with catalogued as (
  select distinct bound.handle
  from int_records__handles as bound
  join int_records as records using (record_id)
  where records.source = 'catalog' and records.departed_on is null
),
registered as (
  select distinct bound.handle
  from stg_endpoint_probes__proofs as proofs
  join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || proofs.agent_key
  join int_agents__hosts as hosts on hosts.handle = bound.handle and hosts.host = proofs.host and hosts.how = 'proven'
)
select
  agents.handle,
  registered.handle is not null as is_erc8004_verified,
  case
    when registered.handle is not null then 'erc8004_proven'
    when agents.is_verified or catalogued.handle is not null then 'account_proven'
    else 'unproven'
  end as identity,
  case
    when catalogued.handle is not null then 3
    when agents.is_verified or registered.handle is not null then 2
    when agents.tier = 'evidence_ranked' then 1
    else 0
  end as standing
from agents
join liveness using (handle)
left join catalogued using (handle)
left join registered using (handle)
