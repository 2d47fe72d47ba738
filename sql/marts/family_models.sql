-- One row per agent and id of a model of its family: at most 12 that OpenRouter offers, without aliases and variants, the
-- newest first, and at most 12 of Hugging Face, those with the most downloads first.
with offered as (
  select matched.family, 'openrouter' as service, offers.id as model, offers.created_at::varchar as worth
  from int_model_family__models as matched
  join stg_openrouter_models__models as offers on offers.id = matched.model
  where matched.source = 'openrouter_models' and not (offers.is_gone or offers.is_alias or offers.is_variant)
),
published as (
  select matched.family, 'huggingface' as service, models.id as model, lpad(models.downloads::varchar, 15, '0') as worth
  from int_model_family__models as matched
  join stg_huggingface_models__models as models on models.id = matched.model
  where matched.source = 'huggingface_models'
)
select
  bound.handle,
  service,
  model,
  row_number() over (partition by bound.handle, service order by worth desc nulls last, model) as position
from (select * from offered union all select * from published)
join int_records__handles as bound on bound.record_id = 'catalog:family/' || family
qualify position <= 12
order by handle, service desc, position
