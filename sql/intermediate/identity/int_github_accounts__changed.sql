-- One row per GitHub account, by its name in lower case, that has changed hands: the day on which the name was last seen
-- to belong to another account than before, by the account's id, or on which its holder was seen under another name and
-- anybody could have the old one. What was proven under the name before that day says nothing of who has it now.
with seen as (
  select distinct lower(split_part(full_name, '/', 1)) as account, owner_id, observed_on
  from observed_github
  where is_found and owner_id is not null
),
held as (
  select account, owner_id, min(observed_on) as since from seen group by account, owner_id
),
holders as (
  select account, observed_on, owner_id from seen
  union
  select held.account, seen.observed_on, null
  from held
  join seen on seen.owner_id = held.owner_id and seen.account <> held.account and seen.observed_on >= held.since
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
