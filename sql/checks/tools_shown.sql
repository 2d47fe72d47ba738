-- Every place in a server's list of tools is there once, and no texts of tools that were taken out are shown.
select url, 'twice' as problem from tools group by url, position having count(*) > 1
union all
select distinct tools.url, 'taken out'
from tools
join int_tool_lists__withheld as withheld on withheld.address = regexp_replace(lower(tools.url), '/+$', '')
union all
select shown.url, 'taken out of ' || shown.handle
from agent_tools as shown
join int_tool_lists__withheld as withheld on withheld.address = regexp_replace(lower(shown.url), '/+$', '')
where len(shown.tools) + len(shown.findings) > 0 or len(shown.change.added) + len(shown.change.removed) + len(shown.change.changed) > 0
