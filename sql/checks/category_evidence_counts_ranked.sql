-- The evidence of a category is counted over all of its ranked agents.
select category_evidence.category, key, category_evidence.ranked, category_evidence.observed, counted.ranked as expected
from category_evidence
left join (select category, count(rank) as ranked from rankings group by category) as counted using (category)
where category_evidence.ranked is distinct from counted.ranked or category_evidence.observed > category_evidence.ranked
