-- One row per agent that has not departed and host that it stands for: proven when the host itself says so, or a registry
-- or the catalogue made sure (int_hosts__confirmed); listed when it is the host that a feed lists as a seller, which has
-- not asked for payment itself; declared when only a registration names it.
with named as (
  select record_id, host, 'proven' as how from int_hosts__confirmed
  union all
  select 'x402_bazaar:' || host, host, 'listed'
  from stg_x402_bazaar__listings
  anti join raw_shared_hosts using (host)
  where gone_since is null
  union all
  select 'erc8004_identity:' || agent_key, host, 'declared' from int_erc8004_hosts__declared
)
select
  bound.handle,
  named.host,
  case when bool_or(how = 'proven') then 'proven' when bool_or(how = 'listed') then 'listed' else 'declared' end as how
from named
join int_records__bound as bound using (record_id)
group by bound.handle, named.host
