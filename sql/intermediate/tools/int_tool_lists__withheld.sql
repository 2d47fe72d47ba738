-- One row per address whose tools a correction took out, with all servers of the agent of the record that it names.
select distinct declared.address
from int_corrections__order as corrections
join int_records__handles as bound using (record_id)
join int_agents__addresses as declared using (handle)
where corrections.nth_latest = 1 and corrections.field = 'tools'
