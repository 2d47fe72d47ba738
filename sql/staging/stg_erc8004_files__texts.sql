-- One row per ERC-8004 agent and text (the hash of name and description) that its registration file was ever read
-- with: the first time, and whether no other text can precede it (is_first). A file at IPFS that was not observed for a
-- while was the same all along, as its address was.
with visits as (
  select
    chain || '/' || agent_id as agent_key,
    observed_on,
    outcome,
    uri,
    outcome = 'ok' and trim(coalesce(name, '') || coalesce(description, '')) <> '' as is_read,
    md5(lower(trim(coalesce(name, ''))) || chr(10) || lower(trim(coalesce(description, '')))) as text
  from observed_erc8004_files
),
numbered as (
  select
    visits.*,
    not exists (
      select 1 from visits as earlier
      where earlier.agent_key = visits.agent_key and earlier.observed_on < visits.observed_on
        and (earlier.outcome <> 'not_observed' or earlier.uri <> visits.uri)
    ) as is_first
  from visits
)
select agent_key, text, min(observed_on) as first_read_on, max(observed_on) as last_read_on, bool_or(is_first) as is_first
from numbered
where is_read
group by agent_key, text
