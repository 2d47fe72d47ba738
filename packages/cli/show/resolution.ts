import type { Schemas } from '../../client/client.ts'
import { cell, line } from '../inert.ts'
import { table } from '../table.ts'
import { formatFlags, notes } from './parts.ts'

/** The agents that have a key, and how each has it. */
export function showResolution(found: Schemas['Resolution']): string[] {
  const rows = found.agents.map((agent) => [
    agent.handle,
    agent.name,
    agent.certainty,
    agent.verdict,
    formatFlags(agent.risk_flags),
    agent.sentence,
  ])
  const head = ['AGENT', 'NAME', 'CERTAINTY', 'VERDICT', 'FLAGS', 'HOW']
  return [
    ...(rows.length === 0 ? [] : [...table([head, ...rows.map((row) => row.map(cell))]), '']),
    line(found.sentence),
    ...notes(found.limitations),
  ]
}
