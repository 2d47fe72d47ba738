-- One row per strong key that two present records of one source claim. The source's own names show that they are two
-- agents, so the key names neither: it ties them and merges nothing. This also stops a third party's record that claims
-- somebody's repository from merging into it. A key that names its proven owner may be shared: nobody else can claim it.
select distinct keys.key
from int_records__keys as keys
join int_records as records using (record_id)
where keys.is_strong and records.departed_on is null and not starts_with(keys.key, 'owned:')
group by keys.source, keys.key
having count(distinct keys.record_id) > 1
