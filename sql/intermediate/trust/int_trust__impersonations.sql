-- One row per agent and other agent whose name or domain it has: the other is better proven, is the only one of that
-- standing under the name, has been known for longer unless the name is in the catalogue, and has no operator in common
-- with it. Graver than minor only where the catalogue has the name: anybody can prove an account of his own.
with named as (
  select
    names.handle,
    names.folded,
    names.bare,
    regexp_matches(names.bare, '[^ -~]') as is_foreign,
    proven.standing,
    ages.known_since,
    bool_or(names.source <> 'x402_bazaar') as is_own,
    bool_or(names.source = 'catalog') as is_catalogued
  from int_trust__names_folded as names
  join int_trust__identities_proven as proven using (handle)
  join int_trust__ages_known as ages using (handle)
  where length(names.folded) >= 5
    or names.folded in (select folded from int_trust__names_folded where source = 'catalog')
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
  from int_agent_hosts__declared
),
-- Who has a domain that looks like another's takes nothing from who is better proven than he is.
owners as (
  select folded, list(bare) as bares, min(handle) as handle, min(known_since) as known_since, min(standing) = 3 as is_catalogued
  from (
    select *, standing = max(standing) over (partition by folded) as is_best
    from hosts
    join int_trust__identities_proven using (handle)
    join int_trust__ages_known using (handle)
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
    -- A stranger can list any host, and not make it an imitation.
    case when owners.is_catalogued and not list_contains(owners.bares, hosts.bare) and hosts.how <> 'listed' then 'critical' else 'minor' end as severity,
    case when list_contains(owners.bares, hosts.bare) then 'the domain of' else 'a domain that looks like that of' end as how
  from hosts
  join owners using (folded)
  join int_trust__ages_known as ages on ages.handle = hosts.handle
  where hosts.handle <> owners.handle
    and (hosts.how = 'declared' or (owners.is_catalogued and not list_contains(owners.bares, hosts.bare)))
    and (owners.is_catalogued or owners.known_since < ages.known_since)
    and (list_contains(owners.bares, hosts.bare) or length(hosts.bare) >= 8)
),
-- A market lists any coin, whatever it is called.
by_coin as (
  select mine.handle, theirs.handle as other, 'minor' as severity, 'the name and symbol of' as how
  from int_tokens__alike as alike
  join int_records__bound as mine on mine.record_id = 'coingecko_ai_agents:' || alike.id
  join int_records__bound as theirs on theirs.record_id = 'coingecko_ai_agents:' || alike.other
  where not alike.is_same and mine.handle <> theirs.handle
),
accused as (
  select * from by_name union select * from by_host union select * from by_coin
),
friends as (
  select accused.handle, accused.other
  from accused
  join int_trust__ties_proven as mine using (handle)
  join int_trust__ties_proven as theirs on theirs.handle = accused.other
  where
    mine.key = theirs.key
    or (starts_with(mine.key, 'domain:') and starts_with(theirs.key, 'domain:') and ends_with(mine.key, '.' || substr(theirs.key, 8)))
    or (starts_with(mine.key, 'domain:') and starts_with(theirs.key, 'domain:') and ends_with(theirs.key, '.' || substr(mine.key, 8)))
)
select accused.* from accused anti join friends using (handle, other)
