-- One row per model family, signal and recorded response that the signal is read from.
with families as (
  select bound.handle, matched.source, matched.model
  from int_family_models__matched as matched
  join int_records__bound as bound on bound.record_id = 'catalog:family/' || matched.family
),
compared as (
  select handle, board || ' ' || entries.model as item, observed_at, source_url, response_sha256, unnest([
    {key: 'arena_' || board || '_score', value: score::double, value_at: null::timestamp},
    {key: 'arena_votes', value: votes, value_at: null},
    {key: 'arena_listed_at', value: null, value_at: board_updated_on::timestamp}
  ], recursive := true)
  from families
  join stg_arena__entries as entries using (model)
  where families.source = 'arena'
),
boards as (
  select
    handle, board as item,
    min(observed_at) as observed_at, min(source_url) as source_url,
    min_by(response_sha256, source_url) as response_sha256,
    'arena_boards' as key, 1::double as value, null::timestamp as value_at
  from families
  join stg_arena__entries as entries using (model)
  where families.source = 'arena'
  group by handle, board
),
offered as (
  select handle, id as item, observed_at, source_url, response_sha256, unnest([
    {key: 'openrouter_models', value: 1::double, value_at: null::timestamp},
    {key: 'openrouter_newest_at', value: null, value_at: created_at},
    {key: 'openrouter_first_at', value: null, value_at: created_at},
    {key: 'openrouter_offered_at', value: null, value_at: observed_at::timestamptz::timestamp},
    {key: 'openrouter_context', value: context_length, value_at: null}
  ], recursive := true)
  from families
  join stg_openrouter_models__models as offers on offers.id = families.model
  where families.source = 'openrouter_models'
)
select * from compared
union all by name
select * from boards
union all by name
select * from offered
