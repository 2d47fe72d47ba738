-- One row per service agent and repository that counts for it, with the number of agents that share it: those of
-- registry servers under the agent's own domain, which the registry verifies for its publisher.
with proven as (
  select
    credited.repository,
    array_to_string(list_reverse(string_split(split_part(lower(credited.name), '/', 1), '.')), '.') as domain
  from int_mcp_server__repositories as credited
  join stg_mcp_registry__servers as servers using (name)
  where not starts_with(lower(credited.name), 'io.github.') and servers.departed_on is null
),
hosts as (
  select hosts.handle, regexp_replace(hosts.host, '^(?:www|api|mcp)\.', '') as domain
  from int_agents__hosts as hosts
  join int_agents__profiles as agents using (handle)
  where hosts.how = 'proven' and (agents.primary_category = 'service' or list_contains(agents.secondary_categories, 'service'))
)
select distinct handle, repository, count(distinct handle) over (partition by repository) as agents
from hosts
join proven using (domain)
