-- One row per entry of the Docker MCP catalogue and the present agent whose server it is: the one credited with the same
-- repository and folder, or, if one of the two names no folder, the only one credited with the repository. An entry that
-- matches several agents is assigned to none.
with credited as (
  select bound.handle, credited.repository, credited.repository_subfolder as folder
  from int_mcp_server__repositories as credited
  join int_records__handles as bound on bound.record_id = 'mcp_registry:' || credited.name
  join stg_mcp_registry__servers as servers on servers.name = credited.name and servers.departed_on is null
),
fitting as (
  select
    entries.name,
    credited.handle,
    credited.folder = entries.repository_subfolder as is_exact,
    credited.folder = '' or entries.repository_subfolder = '' as is_open
  from stg_docker_mcp__servers as entries
  left join int_repositories__aliases as answered on answered.asked = entries.repository
  join credited on credited.repository = coalesce(answered.repository, entries.repository)
  where not entries.is_gone
),
chosen as (
  select
    name,
    list(distinct handle) filter (is_exact) as exact,
    list(distinct handle) as every,
    bool_and(is_open) as is_open
  from fitting
  group by name
)
select
  name,
  case when len(exact) = 1 then exact[1] else every[1] end as handle
from chosen
where len(exact) = 1 or (exact is null and len(every) = 1 and is_open)
