-- One row per model on Hugging Face by a catalogued author, or made from one of theirs.
select
  id,
  lower(author) as author,
  downloads,
  likes,
  try_cast(created_at as timestamptz)::timestamp as created_at,
  try_cast(last_modified as timestamptz)::timestamp as modified_at,
  cast(cast(base_models as json) as varchar[]) as base_models,
  observed_on,
  observed_at,
  source_url,
  response_sha256
from raw_huggingface_models
