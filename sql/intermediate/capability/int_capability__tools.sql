-- One row per agent and tool that its MCP servers list: its number among them, and its name and title with the words in
-- `createIssue` apart. Texts that a correction took out are left out.
with listed as (
  select handle, address, generate_subscripts(tools, 1) as position, unnest(tools, recursive := true)
  from (
    select
      lists.handle,
      lists.address,
      from_json(raw_lists.tools, '[{"name":"VARCHAR","title":"VARCHAR","description":"VARCHAR"}]') as tools
    from int_agents__tool_lists as lists
    join raw_tool_lists as raw_lists using (received_hash)
    where not lists.is_withheld
  )
)
select
  handle,
  row_number() over (partition by handle order by address, position) as nth,
  count(*) over (partition by handle) as tools,
  regexp_replace(
    regexp_replace(concat_ws(' ', name, title), '(\p{Ll}|\d)(\p{Lu})', '\1 \2', 'g'), '(\p{Lu})(\p{Lu}\p{Ll})', '\1 \2', 'g'
  ) as name,
  description
from listed
