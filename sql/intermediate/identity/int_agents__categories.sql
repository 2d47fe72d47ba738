-- One row per agent that has not departed and category that it qualifies for.
select handle, primary_category as category from int_agents__profiles where departed_on is null
union all
select handle, unnest(secondary_categories) from int_agents__profiles where departed_on is null
