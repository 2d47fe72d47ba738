-- One row per agent: the date since which it is known, the earlier of its first day in the index and the earliest date
-- that a registry, a chain or a market gives for it, and its age. attested: a third party dates it new_days() back;
-- payments of days before the first run count, and entries of the catalogue are admitted by people. known: this index has
-- had it for as long, on each of its days, of which it has full_coverage_days() at least. Otherwise new.
with dated as (
  select handle, min(value_at)::date as earliest_on
  from signals
  where key in (
    'registry_published_at', 'erc8004_registered_at', 'openrouter_first_at', 'token_protocol_listed_at', 'x402_first_paid_at'
  )
  group by handle
),
recent as (
  select past.handle, past.day
  from past_liveness as past
  cross join run
  where past.day < run.day and past.day > run.day - new_days()
),
unbroken as (
  select handle
  from recent
  group by handle
  having count(*) = (select count(distinct day) from recent) and count(*) + 1 >= full_coverage_days()
)
select
  agents.handle,
  least(agents.first_seen_on, dated.earliest_on) as known_since,
  case
    when agents.primary_category not in ('service', 'tokenized', 'mcp_server') then 'attested'
    when date_diff('day', dated.earliest_on, run.day) >= new_days() then 'attested'
    when unbroken.handle is not null and date_diff('day', agents.first_seen_on, run.day) >= new_days() then 'known'
    else 'new'
  end as age
from agents
left join dated using (handle)
left join unbroken using (handle)
cross join run
