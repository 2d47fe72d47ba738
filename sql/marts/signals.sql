-- One row per agent and signal: a fact with its provenance. Not observed means no row, never 0.
with ordered as (
  select
    inputs.*,
    definitions.unit,
    definitions.source,
    definitions.aggregate,
    row_number() over (
      partition by handle, key
      order by
        case when aggregate = 'max' then value end desc nulls last,
        case when aggregate = 'max' then value_at end desc nulls last,
        case when aggregate = 'min' then value_at end asc nulls last,
        item, source_url, response_sha256, observed_at
    ) as nth,
    count(*) over (partition by handle, key) as input_count,
    sum(value::decimal(24, 2)) over (partition by handle, key) as total
  from signal_inputs as inputs
  join signal_definitions as definitions using (key)
)
select
  handle,
  key,
  case when aggregate = 'sum' then total::double else value end as value,
  value_at,
  unit,
  source,
  source_url,
  observed_at,
  response_sha256,
  input_count
from ordered
where nth = 1
