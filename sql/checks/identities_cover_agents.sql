-- Every agent has at least one record, and a reason for each of them.
select agents.handle
from agents
left join identities using (handle)
where identities.handle is null or len(identities.records) = 0 or list_bool_or([one.reason is null for one in identities.records])
