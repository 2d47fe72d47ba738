-- One row per GitHub repository that was asked for, `owner/name` in lower case; numbers are null where GitHub has none.
-- What was asked for is not always what answered: models read int_repositories__answered.
select
  repository,
  full_name,
  repository_id,
  owner_id,
  html_url,
  is_found,
  stars,
  forks,
  open_issues,
  try_cast(pushed_at as timestamptz)::timestamp as pushed_at,
  is_archived,
  is_fork,
  language,
  description,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_github
where is_found
