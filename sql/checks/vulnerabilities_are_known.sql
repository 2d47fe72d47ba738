-- A vulnerability of an agent's package is listed once, and is none that its database withdrew.
select handle, package, id, 'twice' as problem
from vulnerabilities
group by handle, registry, package, version, id
having count(*) > 1
union all
select shown.handle, shown.package, shown.id, 'withdrawn'
from vulnerabilities as shown
join stg_osv_vulnerabilities__vulnerabilities as read using (id)
where read.withdrawn_at is not null
