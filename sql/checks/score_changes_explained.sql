-- Every change of a score under the same methodology is explained by its signals, to the last digit.
select handle, category, score_delta from score_changes
where not is_methodology_changed and score_delta <> list_sum(list_transform(causes, lambda one: one.delta))::decimal(9, 4)
