import type { z } from 'zod'
import { daysBefore } from '../domain/dates.ts'
import type { agentChanges } from '../interface/schemas/agent_changes.ts'
import type { AgentRecord } from './agent_record.ts'
import { changeRowView } from './change_view.ts'
import type { ReleaseInfo } from './release_info.ts'

/** How far the changes of an agent record go back, and how many of them it has at most. */
const KEPT_DAYS = 90
const MOST_KEPT = 100

/** Which changes of an agent are asked for: those since a day (null: all that are kept), at most `limit`. */
interface Asked {
  since: string | null
  limit: number
}

/** `/api/agent/{handle}/changes`: what changed about an agent, the newest first. */
export function agentChangesView(
  agent: AgentRecord,
  info: ReleaseInfo,
  { since, limit }: Asked = { since: null, limit: 50 },
): z.input<typeof agentChanges> {
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
