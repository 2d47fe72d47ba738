-- Every endpoint shown is an https address and no pattern to fill in, listed once, at most 10 per agent, and none was refused by the request guard.
select endpoints.handle from endpoints left join liveness using (handle)
where liveness.handle is null or length(url) > 500 or not regexp_matches(url, '^https://[^\s{}<>"]+$', 'i') or is_route_template(url)
union all
select handle from endpoints group by handle having count(*) > 10 or count(*) <> count(distinct (kind, url))
union all
select endpoints.handle from endpoints join stg_endpoint_probes__probes as probes using (url) where probes.outcome = 'unsafe'
