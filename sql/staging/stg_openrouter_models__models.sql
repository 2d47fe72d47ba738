-- One row per id that OpenRouter offers, or did once (is_gone), and its model. The suffix after a colon names a variant of
-- serving (`:free`, `:nitro`, `:thinking`): no further model, and no price of the model's. Ids of one permanent name
-- (canonical_slug), such as an alias with `~` and its present target, are one model too.
with named as (
  select
    *,
    openrouter_model(id) as base,
    openrouter_model(nullif(trim(canonical_slug), '')) as permanent
  from raw_openrouter_models
),
-- An id's own values take precedence over those of its variants.
bases as (
  select base, coalesce(min(permanent) filter (lower(id) = base), min(permanent)) as permanent
  from named
  group by base
)
select
  named.id,
  coalesce(meant.permanent, own.permanent, named.base) as model,
  lower(named.id) <> named.base as is_variant,
  starts_with(named.id, '~') as is_alias,
  name,
  try_cast(created_at as timestamptz)::timestamp as created_at,
  context_length,
  prompt_price_usd,
  completion_price_usd,
  gone_since is not null as is_gone,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from named
join bases as own using (base)
left join bases as meant on meant.base = own.permanent
