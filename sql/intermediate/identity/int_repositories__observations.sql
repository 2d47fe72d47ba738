-- One row per repository that answers and answer of GitHub about it since it became what it is now: matched by its own id
-- and its owner's, under any name; or, if an answer has no ids, by its name. Once its name returned nothing, another
-- repository or one of another owner, it starts anew.
with newest as (
  select repository, repository_id, owner_id from int_repositories__aliases where is_newest
),
answers as (
  select * replace (lower(full_name) as full_name) from observed_github
),
named as (
  select
    newest.repository as name, answers.*,
    is_found and answers.full_name = name
      and coalesce(answers.repository_id = newest.repository_id and answers.owner_id = newest.owner_id, true) as is_same
  from newest
  join answers on answers.full_name = newest.repository
),
identified as (
  select newest.repository as name, answers.*, true as is_same
  from newest
  join answers using (repository_id, owner_id)
  where is_found
),
ended as (
  select name, max(observed_on) as ended_on
  from (
    select name, observed_on from named where not is_same
    union all
    select newest.repository, answers.observed_on
    from newest
    join answers on answers.repository = newest.repository
    where not is_found or (
      answers.full_name <> newest.repository
      and not coalesce(answers.repository_id = newest.repository_id and answers.owner_id = newest.owner_id, false)
    )
  )
  group by name
)
select kept.* exclude (name, repository, is_same), kept.name as repository
from (select * from named where is_same union by name select * from identified) as kept
left join ended using (name)
where kept.observed_on > coalesce(ended.ended_on, date '-infinity')
