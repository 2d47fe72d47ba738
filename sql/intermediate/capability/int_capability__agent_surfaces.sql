-- One row per agent that has not departed and surface on which it was observed: a present record or entry there, a signal
-- read from there, or a payment in the last market_days().
with recorded as (
  select
    bound.handle,
    case records.source when 'coingecko_ai_agents' then 'coingecko' else records.source end as surface
  from int_records__handles as bound
  join int_records as records using (record_id)
  where records.departed_on is null
),
observed as (
  select
    handle,
    case source
      when 'npm_downloads' then 'npm'
      when 'pypi_downloads' then 'pypi'
      when 'huggingface_models' then 'hugging_face'
      when 'openrouter_models' then 'openrouter'
      when 'openrouter_rankings' then 'openrouter'
      when 'arena' then 'arena'
      when 'defillama' then 'defillama'
      when 'github' then 'github'
    end as surface
  from signals
),
paid as (
  select operators.handle, 'x402_payments' as surface
  from x402_demand as demand
  join int_operators__agents as operators using (operator, chain)
  where operators.is_credited and demand.days = market_days() and demand.payments > 0
),
catalogued as (
  select handle, 'docker_mcp' as surface from int_docker_entries__agents
),
used as (
  select * from recorded
  union
  select * from catalogued
  union
  select * from observed
  union
  select * from paid
)
select used.handle, used.surface
from used
join int_capability__surfaces using (surface)
join liveness using (handle)
