-- Every correction is listed once, and agents show the corrected values.
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
select line from raw_corrections full join corrections using (line) group by line having count(corrections.line) <> 1
