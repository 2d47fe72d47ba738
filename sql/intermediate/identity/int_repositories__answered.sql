-- One row per `owner/name` that GitHub was asked for and knew when it was last asked: the repository that answered, in
-- lower case as what was asked is. It is another one where it was renamed or given away, so what GitHub says is a fact
-- about the repository that answered, and about its owner. Of several names of one repository `is_newest` has the one
-- that was read last.
select
  repository as asked,
  lower(full_name) as repository,
  lower(split_part(full_name, '/', 1)) as owner,
  row_number() over (
    partition by lower(full_name) order by observed_on desc, lower(full_name) <> stg_github__repositories.repository, asked
  ) = 1 as is_newest,
  * exclude (repository)
from stg_github__repositories
