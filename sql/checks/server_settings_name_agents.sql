-- Settings are of present servers, each of one agent of the index.
select handle, name from server_settings anti join agents using (handle)
union all
select min(handle), name from server_settings group by name having count(*) > 1
order by name
