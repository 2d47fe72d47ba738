-- One row per model family, signal and recorded response that the signal is read from. Removed entries no longer count,
-- but the fact that they existed remains.
with families as (
  select bound.handle, matched.source, matched.model
  from int_model_family__models as matched
  join int_records__handles as bound on bound.record_id = 'catalog:family/' || matched.family
),
entries as (
  select families.handle, board || ' ' || entries.model as item, entries.* exclude (model)
  from families
  join stg_arena__entries as entries using (model)
  where families.source = 'arena'
),
offers as (
  select families.handle, offers.id as item, offers.* exclude (id)
  from families
  join stg_openrouter_models__models as offers on offers.id = families.model
  where families.source = 'openrouter_models'
),
compared as (
  select bound.handle, board || ' ' || model as item, observed_at, source_url, response_sha256, unnest([
    {key: 'arena_best', value: standing},
    {key: 'arena_votes', value: votes}
  ], recursive := true), null::timestamp as value_at
  from int_model_family__standings as measured
  join int_records__handles as bound on bound.record_id = 'catalog:family/' || measured.family
),
boards as (
  select
    bound.handle, board as item, observed_at, source_url, response_sha256,
    'arena_standings' as key, standing as value, null::timestamp as value_at
  from int_model_family__standings as measured
  join int_records__handles as bound on bound.record_id = 'catalog:family/' || measured.family
  where nth_of_board = 1
),
-- Of the offered ids of a model its own represents it, not an alias or a variant, which may be younger.
distinct_offers as (
  select distinct on (handle, model) *
  from offers
  where not is_gone
  order by handle, model, is_alias, is_variant, created_at, item
),
offered as (
  select handle, item, observed_at, source_url, response_sha256, unnest([
    {key: 'openrouter_models', value: 1::double, value_at: null::timestamp},
    {key: 'openrouter_newest_at', value: null, value_at: created_at},
    {key: 'openrouter_first_at', value: null, value_at: created_at}
  ], recursive := true)
  from distinct_offers
),
adopted as (
  select families.handle, models.id as item, models.observed_at, models.source_url, models.response_sha256, unnest([
    {key: 'huggingface_downloads', value: models.downloads::double, value_at: null::timestamp},
    {key: 'huggingface_modified_at', value: null, value_at: models.modified_at}
  ], recursive := true)
  from families
  join stg_huggingface_models__models as models on models.id = families.model
  where families.source = 'huggingface_models'
),
derived as (
  select distinct on (families.handle, models.id)
    families.handle, models.id as item, models.observed_at, models.source_url, models.response_sha256,
    'huggingface_derivatives' as key, 1::double as value, null::timestamp as value_at
  from (select *, unnest(base_models) as base from stg_huggingface_models__models) as models
  join families on families.source = 'huggingface_models' and families.model = models.base
  where not exists (
    select 1 from int_model_family__models as own
    where own.source = 'huggingface_models' and own.model = models.id
  )
  order by families.handle, models.id, models.base
),
used as (
  select families.handle, days.model || ' ' || days.day as item, days.observed_at, days.source_url, days.response_sha256,
    'openrouter_tokens' as key, days.tokens::double as value, null::timestamp as value_at
  from families
  join stg_openrouter_rankings__days as days using (model)
  cross join run
  where families.source = 'openrouter_rankings' and days.day > run.day - token_days() and days.day <= run.day
),
acts as (
  select
    handle, item, observed_at, source_url, response_sha256,
    'arena_listed_at' as key, null::double as value, listed_at as value_at
  from entries
  union all
  select
    handle, item, observed_at, source_url, response_sha256,
    'openrouter_offered_at', null, observed_at::timestamptz::timestamp
  from offers
)
select * from compared
union all by name
select * from boards
union all by name
select * from offered
union all by name
select * from acts
union all by name
select * from adopted
union all by name
select * from derived
union all by name
select * from used
