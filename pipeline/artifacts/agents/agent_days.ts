import type { AgentDays } from '../../../core/views/agent_days.ts'
import type { Database } from '../../model/database.ts'

/**
 * Reads the history of the agents that match `where` (a condition on `handle`), by handle; an agent that was never
 * scored has no days.
 */
export async function readAgentDays(db: Database, where: string): Promise<Map<string, AgentDays>> {
  const rows = await db.rows<AgentDays & { handle: string }>(
    DAYS.replaceAll('$chosen', `(select handle from agents where ${where})`),
  )
  return new Map(rows.map(({ handle, ...days }) => [handle, days]))
}

// One list of rows is sorted once and then split into columns: an ordered aggregate for each would cost several times
// as much.
const DAYS = `
with kept as (
  select
    agent_days.handle,
    max(day) filter (agent_days.methodology_version <> methodologies.version) as last_otherwise_scored_on,
    list_sort(list({day: day, rank: rank, score: score, is_alive: is_alive, visibility: visibility, reputation: reputation})) as days
  from agent_days
  join methodologies using (category)
  where handle in $chosen
  group by agent_days.handle
)
select
  agents.handle,
  agents.primary_category as category,
  methodologies.version as methodology_version,
  kept.last_otherwise_scored_on,
  coalesce(list_transform(kept.days, lambda one: date_diff('day', one.day, run.day)), []) as days_ago,
  coalesce(list_transform(kept.days, lambda one: one.rank), []) as rank,
  coalesce(list_transform(kept.days, lambda one: one.score), []) as score,
  coalesce(list_transform(kept.days, lambda one: one.is_alive), []) as is_alive,
  coalesce(list_transform(kept.days, lambda one: one.visibility), []) as visibility,
  coalesce(list_transform(kept.days, lambda one: one.reputation), []) as reputation
from agents
left join kept using (handle)
left join methodologies on methodologies.category = agents.primary_category
cross join run
where agents.handle in $chosen`
