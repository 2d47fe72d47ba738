-- One row per correction. Status: applied, its agent shows the value; superseded by a later one of the same field; or
-- not_applied, because the record is unknown now or another record speaks for its agent. Tools are those of the agent,
-- whichever of its records is named.
with named as (
  select main_record as record_id, handle, false as is_tools from int_agents__profiles
  union all
  select record_id, handle, true from int_records__handles
)
select
  corrections.line,
  corrections.corrected_on,
  corrections.record_id,
  agents.handle,
  corrections.field,
  case corrections.field
    when 'name' then listed.name
    when 'description' then listed.description
    when 'website' then listed.website
    when 'repository_url' then listed.repository_url
  end as original,
  corrections.value,
  corrections.reason,
  corrections.source_url,
  corrections.feedback_id,
  case
    when agents.handle is null then 'not_applied'
    when corrections.nth_latest > 1 then 'superseded'
    else 'applied'
  end as status
from int_corrections__order as corrections
left join int_records as listed using (record_id)
left join named as agents
  on agents.record_id = corrections.record_id and agents.is_tools = (corrections.field = 'tools')
