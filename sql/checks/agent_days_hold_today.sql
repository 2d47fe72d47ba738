-- Every ranked or indexed agent has one history row for today, and its rank, score and trust score equal those of the agent.
with today as (
  select agent_days.* from agent_days join run using (day)
),
indexed as (
  select agents.handle, agents.rank, agents.score, trust.score as reputation
  from agents
  join trust using (handle)
  where agents.score is not null
)
select coalesce(indexed.handle, today.handle) as handle, count(*) as days
from indexed
full join today using (handle)
group by all
having count(*) <> 1 or bool_or(
  indexed.handle is null or today.handle is null
  or indexed.rank is distinct from today.rank
  or indexed.score is distinct from today.score
  or indexed.reputation is distinct from today.reputation
  or today.visibility not between 0 and 100
)
