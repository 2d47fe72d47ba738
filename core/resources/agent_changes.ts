import { daysBefore } from '../domain/dates.ts'
import * as p from '../interface/parameters.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { changeRowView } from '../views/change_view.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import type { AgentChanges } from './agent_changes.schema.ts'
import { variant } from './resource.ts'

/** The changes of an agent. */
export const AGENT_CHANGES = variant({
  id: 'agent_changes',
  path: '/api/agent/{handle}/changes',
  title: 'Changes of an agent',
  group: 'agents',
  file: 'api/agent/{handle}/changes',
  parameters: [p.pathHandle, p.changesSince, p.changesLimit],
  answer: 'AgentChanges',
  errors: [400, 404],
  fromAgent: (agent, info, asked) =>
    agentChangesView(
      agent,
      info,
      asked && { since: asked.optionalText('since'), limit: asked.integer('limit') },
    ),
})

/** How far the changes of an agent record go back, and how many of them it has at most. */
const KEPT_DAYS = 90
const MOST_KEPT = 100

/** Which changes of an agent are wanted: those since a day (null: all that are kept), at most `limit`. */
interface Wanted {
  since: string | null
  limit: number
}

/** `/api/agent/{handle}/changes`: what changed about an agent, the newest first. */
export function agentChangesView(
  agent: AgentRecord,
  info: ReleaseInfo,
  { since, limit }: Wanted = { since: null, limit: 50 },
): AgentChanges {
  const { handle, name } = agent
  const changes = agent.changes.filter((row) => since === null || row.day >= since)
  const shown = changes.slice(0, limit).map((row) => ({ kind: row.kind, ...changeRowView(row) }))
  return {
    type: 'agent_changes',
    handle,
    name,
    url: `${info.base_url}/agents/${handle}`,
    since,
    kept_from: daysBefore(info.day, KEPT_DAYS - 1),
    count: shown.length,
    total: changes.length,
    changes: shown,
    untrusted_fields: ['name'],
    limitations: [
      ...info.limitations,
      ...(agent.changes.length < MOST_KEPT
        ? []
        : [`Only the newest ${MOST_KEPT} changes of the last ${KEPT_DAYS} days are kept.`]),
    ],
    last_updated: info.last_updated,
  }
}
