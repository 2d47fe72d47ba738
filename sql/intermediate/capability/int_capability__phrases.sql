-- One row per agent with words that say more together: phrases (its name, each thing that the catalogue says it does, the
-- names of its tools), sentences (descriptions in catalogues; those of registrations would double the index), the brands
-- that it is the owner's own agent of (a developer of its model families too), and the products of others that it names.
with told as (
  select handle, does from int_capability__abilities
  union all
  select handle, does from int_capability__products
),
phrases as (
  select handle, trim(unnest(regexp_split_to_array(does, '[,:;]'))) as phrase from told
  union
  select bound.handle, regexp_replace(records.name, '^io\.github\.[^/]+/', '')
  from int_records as records
  join int_records__handles as bound using (record_id)
  where records.departed_on is null and records.source <> 'erc8004_identity' and records.name is not null
  union
  select handle, unnest(names) from int_capability__tool_names
),
sentences as (
  select distinct bound.handle, left(records.description, 500) as sentence
  from int_records as records
  join int_records__handles as bound using (record_id)
  where records.departed_on is null and records.source <> 'erc8004_identity' and records.description is not null
),
brands as (
  select handle, product as brand from int_capability__products where is_own
  union
  select bound.handle, records.name
  from int_records as records
  join int_records__handles as bound using (record_id)
  where records.departed_on is null and records.source = 'catalog'
  union
  select bound.handle, families.name
  from stg_catalog__families as families
  join int_records__handles as bound on bound.record_id = 'catalog:developer/' || families.organization
),
named as (
  select handle, list(product order by product) as named from int_capability__products where not is_own group by handle
)
select
  handle,
  coalesce(any_value(named.named), []) as named,
  coalesce(any_value(phrases.phrases), []) as phrases,
  coalesce(any_value(sentences.sentences), []) as sentences,
  coalesce(any_value(brands.brands), []) as brands
from (select handle from phrases union select handle from sentences union select handle from brands)
left join named using (handle)
left join (select handle, list(phrase order by phrase) as phrases from phrases group by handle) as phrases using (handle)
left join (select handle, list(sentence order by sentence) as sentences from sentences group by handle) as sentences using (handle)
left join (select handle, list(brand order by brand) as brands from brands group by handle) as brands using (handle)
group by handle
