-- One row per model family, signal and recorded response that the signal is read from. What is gone counts no more,
-- but that it was there is a fact that stays.
with families as (
  select bound.handle, matched.source, matched.model
  from int_family_models__matched as matched
  join int_records__bound as bound on bound.record_id = 'catalog:family/' || matched.family
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
  select handle, item, observed_at, source_url, response_sha256, unnest([
    {key: 'arena_' || board || '_score', value: round(score, 2)::double, value_at: null::timestamp},
    {key: 'arena_votes', value: votes, value_at: null}
  ], recursive := true)
  from entries
  where not is_gone
),
boards as (
  select
    handle, board as item,
    min_by(observed_at, source_url) as observed_at, min(source_url) as source_url,
    min_by(response_sha256, source_url) as response_sha256,
    'arena_boards' as key, 1::double as value, null::timestamp as value_at
  from entries
  where not is_gone
  group by handle, board
),
offered as (
  select handle, item, observed_at, source_url, response_sha256, unnest([
    {key: 'openrouter_models', value: 1::double, value_at: null::timestamp},
    {key: 'openrouter_newest_at', value: null, value_at: created_at},
    {key: 'openrouter_first_at', value: null, value_at: created_at},
    {key: 'openrouter_context', value: context_length, value_at: null}
  ], recursive := true)
  from offers
  where not is_gone
),
adopted as (
  select families.handle, models.id as item, models.observed_at, models.source_url, models.response_sha256, unnest([
    {key: 'huggingface_downloads', value: models.downloads::double, value_at: null::timestamp},
    {key: 'huggingface_likes', value: models.likes, value_at: null},
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
    select 1 from int_family_models__matched as own
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
    'arena_listed_at' as key, null::double as value, observed_at::timestamptz::timestamp as value_at
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
