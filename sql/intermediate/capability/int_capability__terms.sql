-- One row per agent that has not departed, field and text about what it can do, as its author wrote it. Text of fields
-- with is_trusted is written by this index. Each description of a tool has its share of 4,000 characters.
with catalogued as (
  select bound.handle, records.source, records.name, records.description
  from int_records__handles as bound
  join int_records__with_corrections as records using (record_id)
  where records.departed_on is null
),
own as (
  select agents.handle, 'class' as field, unnest(list_concat(
    [agents.primary_category, agents.ecosystem_layer], agents.secondary_categories
  )) as text
  from agents
  where agents.departed_on is null
  union all
  select handle, 'surfaces', listed.title from int_capability__agent_surfaces join int_capability__surfaces as listed using (surface)
  union all
  select handle, 'surfaces', listed.protocol from int_capability__agent_surfaces join int_capability__surfaces as listed using (surface)
  union all
  select handle, 'catalogue', unnest([name, description]) from catalogued where source = 'catalog'
  union all
  select handle, 'catalogue', does from int_capability__abilities
  union all
  select handle, 'known', does from int_capability__products
),
skills as (
  select host, unnest(cast(skills as struct(id varchar, name varchar, description varchar, tags varchar[])[]), recursive := true)
  from stg_endpoint_probes__cards
),
strangers as (
  -- A server without a title is named by its place in the registry, whose first part is no word about it.
  select handle, 'name' as field, regexp_replace(name, '^io\.github\.[^/]+/', '') as text from catalogued where source <> 'catalog'
  union all
  select handle, 'description', description from catalogued where source <> 'catalog'
  union all
  select bound.handle, 'registry', regexp_replace(servers.name, '^io\.github\.', '')
  from stg_mcp_registry__servers as servers
  join int_records__handles as bound on bound.record_id = 'mcp_registry:' || servers.name
  where servers.departed_on is null
  union all
  select bound.handle, 'skills', unnest(list_concat([skills.name, skills.description], coalesce(skills.tags, [])))
  from skills
  join int_records__handles as bound on bound.record_id = 'a2a_cards:' || skills.host
  union all
  select bound.handle, 'tags', unnest(cast(files.tags as varchar[]))
  from stg_erc8004_files__files as files
  join int_records__handles as bound on bound.record_id = 'erc8004_identity:' || files.agent_key
  union all
  select bound.handle, 'resources', unnest([listings.service_name, listings.description, regexp_replace(listings.resource, '^https?://[^/?#]*', '')])
  from stg_x402_bazaar__listings as listings
  join int_records__handles as bound on bound.record_id = 'x402_bazaar:' || listings.host
  where listings.gone_since is null
  union all
  select bound.handle, 'tags', unnest(cast(listings.tags as varchar[]))
  from stg_x402_bazaar__listings as listings
  join int_records__handles as bound on bound.record_id = 'x402_bazaar:' || listings.host
  where listings.gone_since is null
  union all
  select handle, 'tools', string_agg(name, ' ' order by nth) from int_capability__tools group by handle
  union all
  select handle, 'tool_descriptions', string_agg(left(description, greatest(40, 4000 // tools)), ' ' order by nth)
  from int_capability__tools
  group by handle
)
select distinct own.handle, own.field, true as is_trusted, own.text from own join liveness using (handle) where own.text is not null
union all
select distinct strangers.handle, strangers.field, false, strangers.text from strangers join liveness using (handle) where strangers.text is not null
