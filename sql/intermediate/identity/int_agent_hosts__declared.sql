-- One row per agent that has not departed and host that it stands for: proven when the host itself says so (it
-- answers as a listed seller, serves the agent's card, names this registration and no other, or asks to be paid at its
-- wallet) or a registry made sure.
with named as (
  select 'x402_bazaar:' || host as record_id, host, true as is_proven from stg_x402_bazaar__listings
  anti join raw_shared_hosts using (host) where gone_since is null
  union all
  select 'a2a_cards:' || host, host, true from stg_a2a_cards__cards where last_ok_at is not null
  union all
  select 'erc8004_identity:' || agent_key, host, (is_proven and is_only) or is_paid from int_erc8004_hosts__declared
  union all
  select
    'mcp_registry:' || name,
    array_to_string(list_reverse(string_split(split_part(lower(name), '/', 1), '.')), '.'),
    true
  from stg_mcp_registry__servers
  where not starts_with(lower(name), 'io.github.') and departed_on is null
  union all
  select 'catalog:developer/' || id, lower(regexp_extract(website, '^https?://(?:www\.)?([^/:]+)', 1)), true
  from stg_catalog__developers
)
select
  bound.handle,
  named.host,
  case when bool_or(named.is_proven) then 'proven' else 'declared' end as how
from named
join int_records__bound as bound using (record_id)
where named.host is not null and named.host <> ''
group by bound.handle, named.host
