-- Every current record belongs to exactly one handle, and no handle was taken over by another agent.
select records.record_id from int_records as records left join int_records__handles as bound using (record_id)
where records.departed_on is null group by records.record_id having count(bound.handle) <> 1
