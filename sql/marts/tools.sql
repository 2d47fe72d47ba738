-- One row per server whose tools were read, and tool: those of its newest list in its order, then those that its newest
-- change took away. Texts of third parties, cleaned and cut; those that a correction took out are left out. change:
-- `first` for a first list, else added, removed, changed or same; null where the list changed before tool_change_days().
with lists as (
  select lists.*, changes.is_silent, reworded.url is not null as is_compared
  from stg_endpoint_probes__tool_lists as lists
  anti join int_tool_lists__withheld using (address)
  left join int_tool_lists__changes as changes using (url, changed_on)
  left join raw_tool_changes as reworded using (url, changed_on)
  where lists.nth_newest = 1
),
listed as (
  select
    received_hash,
    generate_subscripts(tools, 1) as position,
    unnest(tools, recursive := true)
  from (
    select received_hash, from_json(tools, '[{"name":"VARCHAR","title":"VARCHAR","description":"VARCHAR"}]') as tools
    from raw_tool_lists
  )
),
reworded as (
  select url, unnest(from_json(changed, '[{"name":"VARCHAR","fields":["VARCHAR"]}]'), recursive := true)
  from raw_tool_changes
),
changed as (
  select url, name, 'changed' as change, any_value(fields) as fields from reworded group by url, name
  union all
  select distinct url, unnest(from_json(added, '["VARCHAR"]')), 'added', [] from raw_tool_changes
),
removed as (
  select url, unnest(from_json(removed, '["VARCHAR"]')) as name from raw_tool_changes
),
rows as (
  select
    lists.*, listed.position, listed.name, listed.title, listed.description,
    case
      when lists.earlier_list_on is null then 'first'
      when lists.is_compared then coalesce(changed.change, 'same')
    end as change,
    coalesce(changed.fields, []) as fields
  from lists
  join listed using (received_hash)
  left join changed on changed.url = lists.url and changed.name = listed.name
  union all
  select
    lists.*, tools_count + row_number() over (partition by url order by removed.name), removed.name, null, null, 'removed', []
  from lists
  join removed using (url)
)
select
  url, sha256(url) as probed_url, changed_on, position, name, title, description, change, fields, is_silent,
  tools_hash, observed_at, response_sha256
from rows
order by url, position
