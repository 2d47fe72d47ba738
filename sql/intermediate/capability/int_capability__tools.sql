-- One row per agent and field of text about the tools of its MCP servers, in the order of the lists: names with titles, the
-- words in `createIssue` apart, and descriptions, of which each tool has its share of 4,000 characters. Texts that a
-- correction took out are left out.
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
),
counted as (
  select *, count(*) over (partition by handle) as tools from listed
)
select
  handle,
  'tools' as field,
  string_agg(
    regexp_replace(
      regexp_replace(concat_ws(' ', name, title), '(\p{Ll}|\d)(\p{Lu})', '\1 \2', 'g'), '(\p{Lu})(\p{Lu}\p{Ll})', '\1 \2', 'g'
    ), ' ' order by address, position
  ) as text
from counted
group by handle
union all
select
  handle,
  'tool_descriptions',
  string_agg(left(description, greatest(40, 4000 // tools)), ' ' order by address, position)
from counted
where description is not null
group by handle
