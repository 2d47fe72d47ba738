-- One row per agent and other agent whose name or domain it has: the other is better proven, is the only one of that
-- standing under the name, and has no operator in common with it. Agents that are only ranked must also be older.
with named as (
  select distinct names.handle, names.folded, names.bare, regexp_matches(names.bare, '[^ -~]') as is_foreign, proven.standing, proven.first_seen_on
  from int_trust__names_folded as names
  join int_trust__identities_proven as proven using (handle)
  where length(names.folded) >= case when proven.standing = 3 then 3 else 5 end
    or names.folded in (select folded from int_trust__names_folded where source = 'catalog')
),
holders as (
  select folded, max(standing) as standing, count(distinct handle) as holders, min(handle) as handle, list(bare) as bares, min(first_seen_on) as first_seen_on
  from (select *, standing = max(standing) over (partition by folded) as is_best from named)
  where is_best and standing > 0
  group by folded
  having count(distinct handle) = 1
),
by_name as (
  select
    named.handle,
    holders.handle as other,
    case
      when named.is_foreign and not list_contains(holders.bares, named.bare) then 'critical'
      when holders.standing = 3 or not list_contains(holders.bares, named.bare) then 'major'
      else 'minor'
    end as severity,
    case when list_contains(holders.bares, named.bare) then 'the same name' else 'a name that looks the same' end as how
  from named
  join holders using (folded)
  where named.standing < holders.standing and (holders.standing > 1 or holders.first_seen_on < named.first_seen_on)
),
hosts as (
  select handle, host, how, regexp_replace(host, '^www\.', '') as bare, translate(regexp_replace(host, '^www\.', ''), '01i', 'oll') as folded
  from int_agent_hosts__declared
),
owners as (
  select folded, min(bare) as bare, min(handle) as handle
  from hosts
  where how = 'proven'
  group by folded
  having count(distinct handle) = 1
),
by_host as (
  select
    hosts.handle,
    owners.handle as other,
    case when hosts.bare = owners.bare then 'minor' else 'critical' end as severity,
    case when hosts.bare = owners.bare then 'the domain' else 'a domain that looks like the one' end as how
  from hosts
  join owners using (folded)
  where hosts.how = 'declared' and hosts.handle <> owners.handle and (hosts.bare = owners.bare or length(hosts.bare) >= 8)
),
accused as (
  select * from by_name union select * from by_host
),
friends as (
  select distinct accused.handle, accused.other
  from accused
  join int_trust__ties_proven as mine using (handle)
  join int_trust__ties_proven as theirs on theirs.handle = accused.other
  where
    mine.key = theirs.key
    or (starts_with(mine.key, 'domain:') and starts_with(theirs.key, 'domain:') and ends_with(mine.key, '.' || substr(theirs.key, 8)))
    or (starts_with(mine.key, 'domain:') and starts_with(theirs.key, 'domain:') and ends_with(theirs.key, '.' || substr(mine.key, 8)))
)
select accused.* from accused anti join friends using (handle, other)
