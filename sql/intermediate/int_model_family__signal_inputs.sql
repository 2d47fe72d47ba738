-- One row per model family, signal and recorded response that the signal is read from. What is gone counts no more,
-- but that it was there is an activity that stays.
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
    {key: 'arena_' || board || '_score', value: score::double, value_at: null::timestamp},
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
