-- One row per address and day on which its list of tools changed. is_silent: its version did not, that of the MCP registry
-- where a server there declared the address before and after, else the server's own. silent_days: days with such a change
-- among the last change_window_days(). changes_often: they are often_changed_days(). is_named: the feed names it; who
-- changes often, once.
with changed as (
  select * from stg_endpoint_probes__tool_lists where earlier_list_on is not null
),
listed as (
  select name, version, observed_on, unnest(cast(remotes as struct(type varchar, url varchar)[])).url as url
  from observed_mcp_registry
),
declared as (
  select listed.* exclude (url), probe_address(coalesce(parsed.url, listed.url)) as address
  from listed
  left join raw_declared_addresses as parsed on parsed.declared = listed.url
),
servers as (
  select distinct changed.url, changed.address, changed.changed_on, changed.previous_on, declared.name
  from changed
  join declared using (address)
),
seen as (
  select name, observed_on, version, list(address) as addresses from declared semi join servers using (name) group by all
),
registered as (
  select servers.url, servers.changed_on, bool_or(before.version is distinct from after.version) as is_new_version
  from servers
  asof join seen as before on before.name = servers.name and before.observed_on <= servers.previous_on
  asof join seen as after on after.name = servers.name and after.observed_on <= servers.changed_on
  where list_contains(before.addresses, servers.address) and list_contains(after.addresses, servers.address)
  group by servers.url, servers.changed_on
),
judged as (
  select
    changed.*,
    not coalesce(registered.is_new_version, changed.previous_version is distinct from changed.server_version) as is_silent
  from changed
  left join registered using (url, changed_on)
),
counted as (
  select
    *,
    count(*) filter (is_silent) over week as silent_days,
    is_silent and silent_days >= often_changed_days() as changes_often
  from judged
  window week as (
    partition by url order by changed_on
    range between to_days(change_window_days() - 1) preceding and current row
  )
)
select
  *,
  is_silent and not (changes_often and coalesce(max(changed_on) filter (changes_often) over earlier, '-infinity') > changed_on - change_window_days()) as is_named
from counted
window earlier as (partition by url order by changed_on rows between unbounded preceding and 1 preceding)
