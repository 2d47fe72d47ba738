-- One row per ERC-8004 agent and text (the hash of name and description) that its registration file was ever read
-- with: when that was first, and whether nothing else was read of the agent before (is_first).
with visits as (
  select
    chain || '/' || agent_id as agent_key,
    observed_on,
    outcome = 'ok' and trim(coalesce(name, '') || coalesce(description, '')) <> '' as is_read,
    md5(lower(trim(coalesce(name, ''))) || chr(10) || lower(trim(coalesce(description, '')))) as text
  from observed_erc8004_files
),
numbered as (
  select *, observed_on = min(observed_on) over (partition by agent_key) as is_first from visits
)
select agent_key, text, min(observed_on) as first_read_on, max(observed_on) as last_read_on, bool_or(is_first) as is_first
from numbered
where is_read
group by agent_key, text
