-- One row per agent and kind of vouching for its identity and record: the curated catalogue has the agent or the
-- organisation behind it, or the repository under the account that signed it in to the registry has 2,000 stars that
-- lasted and count for it. A market that trades a token says nothing about whoever is behind it.
-- A platform of the catalogue publishes servers of third parties: one with the code of another is not its own.
with foreign_code as (
  select 'mcp_registry:' || name as record_id
  from stg_mcp_registry__servers
  anti join int_mcp_server__repositories using (name)
  where repository is not null
),
organised as (
  select record_id, key, source = 'catalog' as is_catalogued
  from int_records__keys
  where starts_with(key, 'organization:')
  union
  select record_id, 'account:' || account, starts_with(record_id, 'catalog:') from int_accounts__proofs
  union
  select record_id, 'domain:' || if(how = 'catalogue', host, regexp_replace(host, '^(?:www|api|mcp|x402)\.', '')), how = 'catalogue'
  from int_hosts__proofs
),
catalogued as (
  select bound.handle
  from organised as own
  join organised as known using (key)
  anti join foreign_code on foreign_code.record_id = own.record_id
  join int_records as entries on entries.record_id = known.record_id and entries.departed_on is null
  join int_records__handles as bound on bound.record_id = own.record_id
  join int_records as records on records.record_id = own.record_id and records.departed_on is null
  where known.is_catalogued
  union
  select bound.handle
  from int_records as records
  join int_records__handles as bound using (record_id)
  where records.source = 'catalog' and records.departed_on is null
),
starred as (
  select inputs.handle, inputs.value as stars
  from int_mcp_server__signal_inputs as inputs
  join int_records__handles as bound using (handle)
  join int_records as records on records.record_id = bound.record_id and records.departed_on is null
  where inputs.key = 'github_stars_lasting'
    and starts_with(lower(bound.record_id), 'mcp_registry:io.github.' || lower(split_part(inputs.item, '/', 1)) || '/')
)
select handle, 'catalogue' as vouched_by from catalogued
union all
select distinct handle, 'stars' from starred where stars >= 2000
