-- Every agent is listed once in each of its categories, and ranks run from 1 without gaps or ties.
select category, handle::varchar as what from rankings group by category, handle having count(*) > 1
union all
select category, 'ranks ' || count(rank) || ' up to ' || max(rank) from rankings group by category having count(distinct rank) <> coalesce(max(rank), 0) or count(rank) <> count(distinct rank)
