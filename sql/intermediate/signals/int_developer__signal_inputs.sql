-- One row per developer, signal and recorded response that the signal is read from. A repository of the catalogue counts
-- while GitHub reports an account of the developer as its owner.
with developers as (
  select bound.handle, developers.id
  from stg_catalog__developers as developers
  join int_records__handles as bound on bound.record_id = 'catalog:developer/' || developers.id
),
starred as (
  select handle, full_name as item, observed_at, source_url, response_sha256, unnest([
    {key: 'github_stars_total', value: stars::double, value_at: null::timestamp},
    {key: 'github_forks_total', value: forks, value_at: null},
    {key: 'github_pushed_at', value: null, value_at: pushed_at}
  ], recursive := true)
  from (
    select distinct developers.handle, asked.repository
    from developers
    join raw_catalog_repositories as tracked on tracked.developer = developers.id
    join int_repositories__aliases as asked on asked.asked = lower(tracked.repository)
    join int_accounts__proofs as proven
      on proven.record_id = 'catalog:developer/' || developers.id and proven.account = asked.owner
  ) as own
  join int_repositories__aliases as repositories on repositories.repository = own.repository and repositories.is_newest
),
listed as (
  select distinct
    developers.handle, servers.name as item, servers.observed_at, servers.source_url, servers.response_sha256,
    'mcp_servers' as key, 1::double as value, null::timestamp as value_at
  from developers
  join int_accounts__proofs as accounts on accounts.record_id = 'catalog:developer/' || developers.id
  join int_mcp_server__repositories as credited on credited.repository_owner = accounts.account
  join stg_mcp_registry__servers as servers using (name)
  where servers.departed_on is null
),
-- The value of a family is that of its best entry.
compared as (
  select
    developers.handle, families.id as item, measured.observed_at, measured.source_url, measured.response_sha256,
    unnest([
      {key: 'families_best', value: measured.standing},
      {key: 'families_on_arena', value: 1}
    ], recursive := true), null::timestamp as value_at
  from developers
  join stg_catalog__families as families on families.organization = developers.id
  join int_model_family__standings as measured on measured.family = families.id and measured.nth = 1
),
-- Authors choose the names of apps, so a name that two apps have identifies neither.
routed as (
  select
    developers.handle, apps.name as item, apps.observed_at, apps.source_url, apps.response_sha256,
    'openrouter_app_tokens' as key, apps.tokens::double as value, null::timestamp as value_at
  from developers
  join raw_catalog_apps as named on named.developer = developers.id
  join (
    select * from stg_openrouter_apps__apps
    where not is_gone
    qualify count(*) over (partition by lower(name)) = 1
  ) as apps on lower(apps.name) = lower(named.app)
  cross join run
  where apps.until > run.day - token_days()
)
select * from starred
union all by name
select * from listed
union all by name
select * from compared
union all by name
select * from routed
union all by name
select * exclude (category) from int_agents__package_downloads where category = 'developer'
