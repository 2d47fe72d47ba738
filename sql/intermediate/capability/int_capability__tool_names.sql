-- One row per agent with tools: the names and titles of the first 300, in the order of its lists.
select handle, list(name order by nth) as names from int_capability__tools where nth <= 300 group by handle
