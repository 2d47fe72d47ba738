-- One row per agent and product of the catalogue that its names name: what the product does, and is_own if its owner
-- runs or publishes the agent (by the agent's addresses, its proven hosts and accounts). Of two products whose names
-- overlap the longer is named; names with more than three name none, as a list of brands costs nothing. Registrations are
-- left out: anybody registers any name for cents.
with products as (
  select
    subject as product,
    does,
    ' ' || trim(regexp_replace(strip_accents(lower(subject)), '[^a-z0-9]+', ' ', 'g')) || ' ' as words,
    list_concat(
      string_split(coalesce(lower(owner), ''), ' '),
      [regexp_replace(
        regexp_replace(lower(source_url), '^https://(?:(?:www|api|docs|developers?|cloud)\.)?', ''),
        '^(github\.com/[^/]+)/.*$|^([^/]+)/.*$', '\1\2'
      )]
    ) as owners
  from raw_catalog_abilities
  where kind = 'product'
),
named as (
  select bound.handle, regexp_replace(records.name, '^io\.github\.[^/]+/', '') as name
  from int_records as records
  join int_records__handles as bound using (record_id)
  where records.departed_on is null and records.source <> 'erc8004_identity'
  union
  select bound.handle, regexp_replace(servers.name, '^io\.github\.[^/]+/', '')
  from stg_mcp_registry__servers as servers
  join int_records__handles as bound on bound.record_id = 'mcp_registry:' || servers.name
  where servers.departed_on is null
),
worded as (
  select handle, ' ' || trim(regexp_replace(strip_accents(lower(name)), '[^a-z0-9]+', ' ', 'g')) || ' ' as words
  from named
),
naming as (
  select distinct worded.handle, products.product, products.words
  from worded
  join products on contains(worded.words, products.words)
),
longest as (
  select handle, product
  from naming as mine
  where not exists (
    select 1 from naming as other
    where other.handle = mine.handle and length(other.words) > length(mine.words) and contains(other.words, mine.words)
  )
  qualify count(*) over (partition by handle) <= 3
),
places as (
  select handle, lower(regexp_extract(url, '^[^/]+//([^/:?#]+)', 1)) as place from endpoints semi join longest using (handle)
  union
  select bound.handle, proven.host
  from int_hosts__proofs as proven
  join int_records__handles as bound using (record_id)
  union
  select bound.handle, unnest(['github.com/' || proven.account, lower(regexp_extract(developers.website, '^https?://(?:www\.)?([^/:]+)', 1))])
  from int_accounts__proofs as proven
  join int_records__handles as bound using (record_id)
  left join raw_catalog_accounts as accounts on lower(accounts.account) = proven.account
  left join stg_catalog__developers as developers on developers.id = accounts.developer
),
owned as (
  select distinct longest.handle, longest.product
  from longest
  join places using (handle)
  join (select product, unnest(owners) as owner from products) as owners using (product)
  where owners.owner <> '' and (places.place = owners.owner or ends_with(places.place, '.' || owners.owner))
)
select longest.handle, longest.product, products.does, owned.handle is not null as is_own
from longest
join products using (product)
left join owned using (handle, product)
