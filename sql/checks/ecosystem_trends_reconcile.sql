-- The current figures of the trends equal the published counts, and each metric appears once per dimension and value.
with named as (
  select
    case
      when dimension = 'category' then 'category/' || value || '/' || if(metric = 'indexed_agents', 'indexed', metric)
      when metric = 'evidence_ranked' then 'evidence_ranked_total'
      else metric
    end as name,
    today
  from ecosystem_trends
  where dimension = 'all' or (dimension = 'category' and metric in ('indexed_agents', 'evidence_ranked'))
)
select name, today::varchar as problem
from named
left join counts using (name)
where name <> 'liveness_score' and today is distinct from counts.count
union all
select metric, value from ecosystem_trends group by metric, dimension, value having count(*) > 1
