-- One row per agent that has not departed, kind and https address of its present records: at most 10 for an agent, the
-- first of each kind before the second of any. Left out are route templates, addresses without a public host, and those
-- that the request guard refused (by themselves, or as all others of their host).
with remotes as (
  select
    'mcp_registry:' || name as record_id,
    'mcp' as kind,
    unnest(cast(remotes as struct(type varchar, url varchar)[])).url as url
  from stg_mcp_registry__servers
  where departed_on is null
),
named as (
  select * from remotes
  union all
  select 'erc8004_identity:' || agent_key, kind, endpoint from stg_erc8004_files__services where kind in ('mcp', 'a2a', 'web')
  union all
  select 'a2a_cards:' || host, 'a2a', source_url from stg_endpoint_probes__cards where last_ok_at is not null
  union all
  select 'x402_bazaar:' || host, 'x402', resource from stg_x402_bazaar__listings where gone_since is null
),
hosted as (
  select *, regexp_replace(url, '/+$', '') as address, lower(regexp_extract(url, '^[^/]+//([^/:?#]+)', 1)) as host
  from named
  where length(url) <= 500
    and regexp_matches(url, '^https://([a-z0-9_-]+\.)+[a-z][a-z0-9-]*(:[0-9]+)?([/?#][^\s{}<>"]*)?$', 'i')
    and not regexp_matches(url, '^https://[^/:?#]+\.(local|localhost|internal)([:/?#]|$)', 'i')
    and not is_route_template(url)
),
visited as (
  select regexp_replace(lower(url), '/+$', '') as address, host, outcome = 'unsafe' as is_refused from stg_endpoint_probes__probes
  union all
  select 'https://' || host || '/.well-known/agent-card.json', host, outcome = 'unsafe' from stg_endpoint_probes__cards
),
refused_addresses as (
  select address from visited group by address having bool_or(is_refused)
),
refused_hosts as (
  select host from visited group by host having bool_and(is_refused)
),
kept as (
  select bound.handle, hosted.kind, min(hosted.url) as url
  from hosted
  join int_records__handles as bound using (record_id)
  join liveness using (handle)
  where lower(hosted.address) not in (select address from refused_addresses)
    and hosted.host not in (select host from refused_hosts)
  group by bound.handle, hosted.kind, hosted.address
),
placed as (
  select
    handle,
    list_position(['mcp', 'a2a', 'x402', 'web'], kind) as position,
    kind,
    url,
    row_number() over (partition by handle, kind order by url) as nth
  from kept
)
select handle, position, kind, url
from placed
qualify row_number() over (partition by handle order by nth, position) <= 10
