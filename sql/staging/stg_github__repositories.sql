-- One row per GitHub repository that was requested, `owner/name` in lower case; numbers are null where GitHub has none.
-- The repository that answers may be another: models read int_repositories__aliases.
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
  license,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_github
where is_found
