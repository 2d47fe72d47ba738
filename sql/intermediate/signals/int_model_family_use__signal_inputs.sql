-- One row per model family, sign that its models are used or served now, and recorded response that it is read from.
with families as (
  select bound.handle, matched.source, matched.model
  from int_model_family__models as matched
  join int_records__handles as bound on bound.record_id = 'catalog:family/' || matched.family
),
-- The most used model of the newest day with tokens.
routed as (
  select distinct on (families.handle)
    families.handle, days.model || ' ' || days.day as item, days.observed_at, days.source_url, days.response_sha256,
    'openrouter_used_at' as key, null::double as value, days.day + interval '86399 seconds' as value_at
  from families
  join stg_openrouter_rankings__days as days using (model)
  cross join run
  where families.source = 'openrouter_rankings' and days.tokens > 0 and days.day <= run.day
  order by families.handle, days.day desc, days.tokens desc, days.model
),
downloaded as (
  select
    families.handle, models.id as item, models.observed_at, models.source_url, models.response_sha256,
    'huggingface_downloaded_at' as key, null::double as value, models.observed_at::timestamptz::timestamp as value_at
  from families
  join stg_huggingface_models__models as models on models.id = families.model
  where families.source = 'huggingface_models' and models.downloads >= min_monthly_downloads()
),
served as (
  select
    families.handle, endpoints.model as item, endpoints.observed_at, endpoints.source_url, endpoints.response_sha256,
    'openrouter_served_at' as key, null::double as value, endpoints.observed_at::timestamptz::timestamp as value_at
  from families
  join stg_openrouter_endpoints__models as endpoints using (model)
  where families.source = 'openrouter_models' and endpoints.uptime_1d >= min_served_uptime()
),
voted as (
  select
    families.handle, votes.board || ' ' || votes.model as item, votes.observed_at, votes.source_url, votes.response_sha256,
    'arena_voted_at' as key, null::double as value, votes.voted_at as value_at
  from families
  join int_arena__votes as votes using (model)
  where families.source = 'arena'
)
select * from routed
union all by name
select * from downloaded
union all by name
select * from served
union all by name
select * from voted
