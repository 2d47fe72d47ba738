-- One row per agent and MCP server of it whose tools were read, its own and the longest lists first: the first 20 tools of
-- the newest list, at most 5 instructions to its reader in it, and its newest change, of the last tool_change_days(), with
-- at most 10 names and 5 tools that changed. Of a list that a correction took out the numbers alone.
with ranked as (
  select
    *,
    row_number() over (partition by handle order by is_own desc, tools_count desc, address) as position,
    count(*) over (partition by handle) as servers
  from int_agents__tool_lists
),
compared as (
  select
    url, changed_on,
    from_json(added, '["VARCHAR"]') as added,
    from_json(removed, '["VARCHAR"]') as removed,
    from_json(
      changed,
      '[{"name":"VARCHAR","is_hostile":"BOOLEAN","fields":["VARCHAR"],"description":[{"change":"VARCHAR","text":"VARCHAR"}]}]'
    ) as changed
  from raw_tool_changes
)
select
  ranked.handle,
  ranked.position,
  ranked.servers,
  ranked.tools_hash,
  ranked.url,
  ranked.changed_on as since,
  ranked.tools_count as total,
  ranked.same_as,
  ranked.is_withheld,
  if(
    ranked.is_withheld, [], from_json(lists.tools, '[{"name":"VARCHAR","title":"VARCHAR","description":"VARCHAR"}]')[:20]
  ) as tools,
  if(
    ranked.is_withheld, [],
    from_json(lists.findings, '[{"level":"VARCHAR","tool":"VARCHAR","place":"VARCHAR","quote":"VARCHAR"}]')[:5]
  ) as findings,
  case when compared.url is not null then {
    day: compared.changed_on,
    is_silent: changes.is_silent,
    changes_often: changes.changes_often,
    added_total: len(compared.added),
    removed_total: len(compared.removed),
    changed_total: len(compared.changed),
    added: if(ranked.is_withheld, [], compared.added[:10]),
    removed: if(ranked.is_withheld, [], compared.removed[:10]),
    changed: if(ranked.is_withheld, [], compared.changed[:5])
  } end as change
from ranked
left join raw_tool_lists as lists using (received_hash)
left join int_agents__tool_changes as changes using (handle, url)
left join compared on compared.url = changes.url and compared.changed_on = changes.changed_on
order by ranked.handle, ranked.position
