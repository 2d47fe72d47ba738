-- Every place in a server's list of tools is there once, and no server whose tools were taken out has any.
select url, 'twice' as problem from tools group by url, position having count(*) > 1
union all
select distinct tools.url, 'taken out'
from tools
join int_tool_lists__withheld as withheld on withheld.address = regexp_replace(lower(tools.url), '/+$', '')
