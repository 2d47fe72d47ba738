-- Every agent has one sub-score for each signal of each of its categories.
select handle, category from sub_scores join methodologies using (category) group by handle, category having count(*) <> count(distinct key) or count(*) <> min(methodologies.signal_count)
