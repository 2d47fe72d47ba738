-- One row per source and model name that a family's pattern matches; if two match, the longer pattern wins. Names of
-- OpenRouter are matched without their variant (`:free`).
with names as (
  select 'arena' as source, model as model from stg_arena__entries
  union
  select 'openrouter_models' as source, id as model from stg_openrouter_models__models
  union
  select 'openrouter_rankings' as source, model from stg_openrouter_rankings__days
  union
  select 'huggingface_models' as source, id as model from stg_huggingface_models__models
)
select distinct on (names.source, names.model) names.source, names.model, patterns.family
from names
join raw_catalog_patterns as patterns
  on patterns.source = case names.source when 'openrouter_rankings' then 'openrouter_models' else names.source end
  and regexp_matches(
    if(starts_with(names.source, 'openrouter_'), openrouter_model(names.model), names.model), '(?i)' || patterns.pattern
  )
order by names.source, names.model, length(patterns.pattern) desc, patterns.family
