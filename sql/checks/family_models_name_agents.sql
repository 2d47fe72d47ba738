-- Every model of a family is listed once, of an agent of the index.
select handle, model from family_models anti join agents using (handle)
union all
select handle, model from family_models group by handle, service, model having count(*) > 1
order by handle, model
