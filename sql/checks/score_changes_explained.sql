-- Every score change under the same methodology version equals the sum of the changes of its signals.
select handle, category, score_delta from score_changes
where not is_methodology_changed and score_delta <> list_sum(list_transform(causes, lambda one: one.delta))::decimal(9, 4)
