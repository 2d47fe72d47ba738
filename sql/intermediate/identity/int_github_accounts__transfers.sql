-- One row per GitHub account, by its name in lower case, that changed owner, with the latest such day: another account id
-- was first seen under the name, or its owner was first seen under another name, so that anybody could take the old one.
-- Proofs under the name from before that day say nothing about the present owner.
with seen as (
  select distinct lower(split_part(full_name, '/', 1)) as account, owner_id, observed_on
  from observed_github
  where is_found and owner_id is not null
),
-- If a name belongs to two accounts on one day, the older account counts; the next day decides.
told as (
  select account, observed_on, min(owner_id) as owner_id from seen group by account, observed_on
),
held as (
  select account, owner_id, max(observed_on) as until from seen group by account, owner_id
),
holders as (
  select account, observed_on, owner_id from told
  union all
  select held.account, min(seen.observed_on), null
  from held
  join seen on seen.owner_id = held.owner_id and seen.account <> held.account and seen.observed_on > held.until
  group by held.account, held.owner_id
),
followed as (
  select
    *,
    row_number() over in_time as nth,
    lag(owner_id) over in_time as last_id
  from holders
  window in_time as (partition by account order by observed_on, owner_id nulls last)
)
select account, max(observed_on) as changed_on
from followed
where nth > 1 and owner_id is distinct from last_id
group by account
