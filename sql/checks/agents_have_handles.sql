-- Every handle matches the pattern of the API, and no two differ only in case.
select handle from agents where not regexp_full_match(handle, '[a-zA-Z0-9_-]{1,64}')
union all
select min(handle) from agents group by lower(handle) having count(*) > 1
