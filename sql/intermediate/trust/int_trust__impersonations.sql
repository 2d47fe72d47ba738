-- One row per agent and other agent whose name or domain it has: the other is better proven, is the only one of that
-- standing under the name, has been known for longer unless the name is in the catalogue, and has no operator in common
-- with it. The severity is above minor only if the catalogue has the name: anybody can prove an account of his own. A
-- server of the MCP registry with just the name of a product is minor: most are connectors to it, and the registry's
-- namespace shows whose they are.
with named as (
  select
    names.handle,
    names.folded,
    names.bare,
    regexp_matches(names.bare, '[^ -~]') as is_foreign,
    proven.standing,
    ages.known_since,
    bool_or(names.source <> 'x402_bazaar') as is_own,
    bool_or(names.source = 'catalog') as is_catalogued,
    bool_and(names.source = 'mcp_registry') as is_connector
  from int_trust__folded_names as names
  join int_trust__identity_proofs as proven using (handle)
  join int_trust__ages as ages using (handle)
  where length(names.folded) >= 5
    or names.folded in (select folded from int_trust__folded_names where source = 'catalog')
  group by names.handle, names.folded, names.bare, proven.standing, ages.known_since
),
holders as (
  select
    folded,
    max(standing) as standing,
    min(handle) as handle,
    list(bare) as bares,
    min(known_since) as known_since,
    bool_or(is_catalogued) as is_catalogued
  from (select *, standing = max(standing) over (partition by folded) as is_best from named where is_own)
  where is_best
  group by folded
  having count(distinct handle) = 1
),
by_name as (
  select
    named.handle,
    holders.handle as other,
    case
      when not (named.is_own and holders.is_catalogued) then 'minor'
      when named.is_connector and list_contains(holders.bares, named.bare) then 'minor'
      when named.is_foreign and not list_contains(holders.bares, named.bare) then 'critical'
      else 'major'
    end as severity,
    case when list_contains(holders.bares, named.bare) then 'the same name as' else 'a name that looks like that of' end as how
  from named
  join holders using (folded)
  where named.standing < holders.standing and (holders.is_catalogued or holders.known_since < named.known_since)
),
hosts as (
  select handle, host, how, regexp_replace(host, '^www\.', '') as bare, translate(regexp_replace(host, '^www\.', ''), '01i', 'oll') as folded
  from int_agents__hosts
),
-- A look-alike domain is no impersonation of an agent that is less well proven.
owners as (
  select folded, list(bare) as bares, min(handle) as handle, min(known_since) as known_since, min(standing) = 3 as is_catalogued
  from (
    select *, standing = max(standing) over (partition by folded) as is_best
    from hosts
    join int_trust__identity_proofs using (handle)
    join int_trust__ages using (handle)
    where how = 'proven'
  )
  where is_best
  group by folded
  having count(distinct handle) = 1
),
by_host as (
  select
    hosts.handle,
    owners.handle as other,
    -- Anybody can list any host; a listing alone is no impersonation.
    case when owners.is_catalogued and not list_contains(owners.bares, hosts.bare) and hosts.how <> 'listed' then 'critical' else 'minor' end as severity,
    case when list_contains(owners.bares, hosts.bare) then 'the domain of' else 'a domain that looks like that of' end as how
  from hosts
  join owners using (folded)
  join int_trust__ages as ages on ages.handle = hosts.handle
  where hosts.handle <> owners.handle
    and (hosts.how = 'declared' or (owners.is_catalogued and not list_contains(owners.bares, hosts.bare)))
    and (owners.is_catalogued or owners.known_since < ages.known_since)
    and (list_contains(owners.bares, hosts.bare) or length(hosts.bare) >= 8)
),
-- A market lists any coin, under any name.
by_coin as (
  select mine.handle, theirs.handle as other, 'minor' as severity, 'the name and symbol of' as how
  from int_tokens__copies as alike
  join int_records__handles as mine on mine.record_id = 'coingecko_ai_agents:' || alike.id
  join int_records__handles as theirs on theirs.record_id = 'coingecko_ai_agents:' || alike.other
  where not alike.is_same and mine.handle <> theirs.handle
),
accused as (
  select * from by_name union select * from by_host union select * from by_coin
),
friends as (
  select accused.handle, accused.other
  from accused
  join int_trust__proven_ties as mine using (handle)
  join int_trust__proven_ties as theirs on theirs.handle = accused.other
  where
    mine.key = theirs.key
    or (starts_with(mine.key, 'domain:') and starts_with(theirs.key, 'domain:') and ends_with(mine.key, '.' || substr(theirs.key, 8)))
    or (starts_with(mine.key, 'domain:') and starts_with(theirs.key, 'domain:') and ends_with(theirs.key, '.' || substr(mine.key, 8)))
)
select accused.* from accused anti join friends using (handle, other)
