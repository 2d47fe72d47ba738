-- Every mover changed rank and appears once in its category.
select handle from movers where rank_delta is null or rank_delta = 0
union all
select handle from movers group by handle, category having count(*) > 1
