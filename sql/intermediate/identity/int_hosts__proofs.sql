-- One row per record and host that is proven to be its own, and the kind of proof: the host itself confirms it, by its
-- agent card, by requesting payment as the seller that it is listed as, or by naming this registration and no other (or
-- requesting payment at its wallet); the registry verified the publisher's domain; or the catalogue has it. Claims of a
-- record or of a third party's listing are not enough. The catalogue's own website counts without its `www.`.
select 'a2a_cards:' || host as record_id, host, 'card' as how from stg_endpoint_probes__cards where last_ok_at is not null
union
select 'x402_bazaar:' || host, host, 'quote'
from stg_x402_bazaar__listings
semi join stg_endpoint_probes__sellers using (host)
anti join raw_shared_hosts using (host)
where gone_since is null
union
select 'erc8004_identity:' || agent_key, host, if(is_paid, 'quote', 'proof')
from int_erc8004_agents__hosts
where (is_proven and is_only) or is_paid
union
select record_id, host, 'registry'
from (
  select
    'mcp_registry:' || name as record_id,
    array_to_string(list_reverse(string_split(split_part(lower(name), '/', 1), '.')), '.') as host
  from stg_mcp_registry__servers
  where not starts_with(lower(name), 'io.github.') and departed_on is null
)
anti join raw_shared_hosts using (host)
union
select 'catalog:developer/' || id, lower(regexp_extract(website, '^https?://(?:www\.)?([^/:]+)', 1)) as host, 'catalogue'
from stg_catalog__developers
where host <> ''
