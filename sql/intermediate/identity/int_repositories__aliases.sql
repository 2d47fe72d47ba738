-- One row per `owner/name` that was requested from GitHub and found at the last request: the repository that answered, in
-- lower case as the requested name is. The two differ after a rename or a transfer, so facts from GitHub are about the
-- repository that answered and its owner. Of several names of one repository, is_newest marks the one read last.
select
  repository as asked,
  lower(full_name) as repository,
  lower(split_part(full_name, '/', 1)) as owner,
  row_number() over (
    partition by lower(full_name) order by observed_on desc, lower(full_name) <> stg_github__repositories.repository, asked
  ) = 1 as is_newest,
  * exclude (repository)
from stg_github__repositories
