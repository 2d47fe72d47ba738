-- Every change names an agent that is or was in the index, and every departure, change of tools and new measurement has a reason.
select changes.* from changes left join previous_snapshots using (handle, category) left join snapshots using (handle, category)
where (previous_snapshots.handle is null and snapshots.handle is null) or (changes.kind in ('departure', 'tools_changed', 'newly_measured') and changes.reason is null)
