-- No host, version or cluster has more addresses than its population, and each share lies in its interval.
select hosts.population, hosts.host as item
from probe_hosts as hosts
join probe_populations as parts
  on parts.population = hosts.population and parts.dimension = 'all' and parts.kind = 'all'
where hosts.addresses > parts.declared
  or hosts.answers_share not between coalesce(hosts.answers_share_low, hosts.answers_share)
    and coalesce(hosts.answers_share_high, hosts.answers_share)
union all
select spoken.population, spoken.version
from probe_versions as spoken
join probe_populations as parts
  on parts.population = spoken.population and parts.dimension = 'all' and parts.kind = spoken.kind
where spoken.addresses > parts.known + 1
union all
select 'all', tools_hash from probe_clusters where servers < 2 or hosts > servers
union all
select 'all', host from probe_slowest where answers < 3 or addresses > answers
