-- The current figures of the trends equal the published counts, unless the ghost index stands still, and each metric appears once.
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
  and (name not in ('alive', 'not_alive', 'liveness_unknown') or not exists (select 1 from ghost_index where dimension = 'all' and frozen_on is not null))
union all
select metric, value from ecosystem_trends group by metric, dimension, value having count(*) > 1
