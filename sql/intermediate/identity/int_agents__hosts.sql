-- One row per agent that has not departed and host that it represents. proven: the host itself confirms it, or a registry
-- or the catalogue verified it (int_hosts__proofs). listed: a feed lists the host as a seller, and the host has not
-- requested payment itself. declared: only a registration names it.
with named as (
  select record_id, host, 'proven' as how from int_hosts__proofs
  union all
  select 'x402_bazaar:' || host, host, 'listed'
  from stg_x402_bazaar__listings
  anti join raw_shared_hosts using (host)
  where gone_since is null
  union all
  select 'erc8004_identity:' || agent_key, host, 'declared' from int_erc8004_agents__hosts
)
select
  bound.handle,
  named.host,
  case when bool_or(how = 'proven') then 'proven' when bool_or(how = 'listed') then 'listed' else 'declared' end as how
from named
join int_records__handles as bound using (record_id)
group by bound.handle, named.host
