-- One row per id that OpenRouter offers, or did once (is_gone), and the model that is called by it. What follows a colon
-- names a way to be served (`:free`, `:nitro`, `:thinking`): no further model, and no price of the model's. Ids of one
-- permanent name (canonical_slug), such as an alias with `~` and what it stands for today, are one model too.
with named as (
  select
    *,
    openrouter_model(id) as base,
    openrouter_model(nullif(trim(canonical_slug), '')) as permanent
  from raw_openrouter_models
),
-- What an id says of itself goes before what its variants say.
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
