-- One row per record and key that it claims. A strong key should name one agent, a weak one only its operator.
with server_remotes as (
  select name, unnest(cast(remotes as struct(type varchar, url varchar)[])).url as url
  from stg_mcp_registry__servers
),
reached as (
  select 'mcp_registry:' || name as record_id, url, lower(regexp_extract(url, '(?i)^https://([^/:?#@{]+\.[^/:?#@{]+)(?::|/|\?|#|$)', 1)) as host
  from server_remotes
),
claims as (
  select 'mcp_registry:' || name as record_id, 'mcp:' || lower(name) as key, true as is_strong
  from stg_mcp_registry__servers
  union
  select 'mcp_registry:' || name, 'repository:github.com/' || repository || '#' || repository_subfolder, true
  from int_mcp_server__repositories
  union
  select 'mcp_registry:' || name, 'package:' || registry || '/' || package, true from stg_mcp_registry__packages
  union
  -- An endpoint names the server whose own host it is on; otherwise it is a claim, and joins no records.
  select reached.record_id, 'endpoint:' || reached.url, true
  from reached
  join int_hosts__proofs as hosts using (record_id)
  anti join raw_shared_hosts as shared on shared.host = hosts.host
  where ends_with('.' || reached.host, '.' || hosts.host) and not is_route_template(reached.url)
  union
  select record_id, 'account:github.com/' || account, false from int_accounts__proofs
  union
  select
    'mcp_registry:' || name,
    'domain:' || array_to_string(list_reverse(string_split(split_part(lower(name), '/', 1), '.')), '.'),
    false
  from stg_mcp_registry__servers
  where not starts_with(lower(name), 'io.github.')
  union
  select 'erc8004_identity:' || agent_key, 'erc8004:' || agent_key, true from stg_erc8004_identity__registrations
  union
  select 'erc8004_identity:' || agent_key, 'wallet:' || chain || '/' || owner, false from stg_erc8004_identity__registrations
  union
  select 'erc8004_identity:' || agent_key, 'wallet:' || chain || '/' || wallet, false
  from stg_erc8004_identity__wallets
  where is_signed
  union
  select 'erc8004_identity:' || agent_key, 'domain:' || host, false from int_erc8004_agents__hosts
  union
  select record_id, 'origin:https://' || host, true from int_hosts__proofs where how in ('card', 'quote', 'proof')
  union
  -- Nobody could list a resource to impersonate a host here before anything of the index was public; that holds as
  -- long as the resource stays listed.
  select 'x402_bazaar:' || host, 'origin:https://' || host, true
  from stg_x402_bazaar__listings
  semi join (from int_operators__payment_requests where is_confirmed) using (host, resource)
  anti join raw_shared_hosts using (host)
  where gone_since is null
  union
  select 'x402_bazaar:' || host, 'domain:' || host, false from stg_x402_bazaar__listings
  union
  select 'x402_bazaar:' || offers.host, 'wallet:' || offers.chain || '/' || offers.pay_to, false
  from stg_x402_bazaar__offers as offers
  semi join (from int_operators__payment_requests where is_confirmed) as asked
    on asked.chain = offers.chain and asked.host = offers.host and asked.operator = offers.pay_to
  where not offers.is_gone
  union
  select 'a2a_cards:' || host, 'domain:' || host, false from stg_endpoint_probes__cards where last_ok_at is not null
  union
  select 'coingecko_ai_agents:' || id, 'token:coingecko/' || id, true from stg_coingecko_ai_agents__tokens
  union
  select 'catalog:family/' || id, 'family:' || id, true from stg_catalog__families
  union
  select 'catalog:family/' || id, 'organization:' || organization, false
  from stg_catalog__families
  where organization is not null
  union
  select 'catalog:developer/' || id, 'developer:' || id, true from stg_catalog__developers
  union
  select 'catalog:developer/' || developer, key, true from raw_catalog_same_as
  union
  select 'catalog:developer/' || id, 'organization:' || id, false from stg_catalog__developers
  union
  select record_id, key, true from int_records__owner_keys
)
select distinct on (record_id, key) record_id, split_part(record_id, ':', 1) as source, key, is_strong
from claims
order by record_id, key, is_strong desc
