-- One row per population, kind and protocol version that addresses which answer speak: how many, sampled hosts counted back.
-- Version null: it did not say.
select
  population,
  kind,
  protocol_version as version,
  round(sum(weight))::bigint as addresses,
  round(100 * sum(weight) / sum(sum(weight)) over (partition by population, kind), 2)::decimal(5, 2) as share
from int_probes__weights
where dimension = 'all' and outcome = 'answers' and kind in ('mcp', 'a2a', 'x402')
group by population, kind, protocol_version
order by population, kind, addresses desc, version
