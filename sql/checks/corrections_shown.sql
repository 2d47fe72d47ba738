-- Every correction is listed once, and agents show the corrected values, and no tools that were taken out.
select corrections.line
from corrections
left join agents using (handle)
where corrections.status = 'applied'
  and corrections.value is distinct from case corrections.field
    when 'name' then agents.name
    when 'description' then agents.description
    when 'website' then agents.website
    when 'repository_url' then agents.repository_url
  end
union all
select corrections.line
from corrections
join int_agents__tool_lists as lists using (handle)
where corrections.status = 'applied' and corrections.field = 'tools' and not lists.is_withheld
union all
select line from raw_corrections full join corrections using (line) group by line having count(corrections.line) <> 1
