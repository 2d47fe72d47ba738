import type { ResolvedItem } from '../resources/resolution.schema.ts'
import type { AgentRecord } from './agent_record.ts'

/** Agents that a caller listed, by handles or other keys. */
export interface RequestedAgents {
  /** Number of distinct keys, ignoring case. */
  requested: number
  /** In request order, each agent once. */
  agents: AgentRecord[]
  /** Keys that no agent has, or several, as they were written, in request order. */
  missing: string[]
  /** The matches of keys that are no handles; without any, undefined. */
  resolved_from?: ResolvedItem[]
}
