-- One row per agent: the date since which it is known, the earlier of its first day in the index and the earliest date
-- that a registry, a chain or a market gives for it, and its age: new if known for less than new_days(), attested if a
-- third party dates it earlier than that. Entries of the catalogue are admitted by people.
with dated as (
  select handle, min(value_at)::date as earliest_on
  from signals
  where key in (
    'registry_published_at', 'erc8004_registered_at', 'openrouter_first_at', 'token_protocol_listed_at', 'x402_first_paid_at'
  )
  group by handle
)
select
  agents.handle,
  least(agents.first_seen_on, dated.earliest_on) as known_since,
  case
    when agents.primary_category not in ('service', 'tokenized', 'mcp_server') then 'attested'
    when date_diff('day', dated.earliest_on, run.day) >= new_days() then 'attested'
    when date_diff('day', agents.first_seen_on, run.day) >= new_days() then 'known'
    else 'new'
  end as age
from agents
left join dated using (handle)
cross join run
