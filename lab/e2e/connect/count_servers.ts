import { connectView } from '../../../core/connect/connect_view.ts'
import { agentRecordPath } from '../../../core/release/paths.ts'
import type { Release } from '../../../core/release/release.ts'
import type { AgentRecord } from '../../../core/views/agent_record.ts'
import { findFault } from '../../../test/connect/check_form.ts'

/** Numbers of agents that are present servers of the registry. */
export interface ServerCounts {
  agents: number
  with_settings: number
  with_a_reason: number
  withheld: number
  neither: string[]
  /** Settings whose form is not that of their client. */
  wrong: string[]
  settings: number
  reasons: Map<string, number>
  /** Printed addresses. */
  addresses: string[]
  bytes: number
}

/** Counts the settings of a release, and checks the form of each. */
export function countServers(release: Release): ServerCounts {
  const counts: ServerCounts = {
    ...{ agents: 0, with_settings: 0, with_a_reason: 0, withheld: 0, settings: 0, bytes: 0 },
    ...{ neither: [], wrong: [], reasons: new Map(), addresses: [] },
  }
  for (const agent of readAgents(release)) {
    if (agent.departed_on !== null) continue
    counts.bytes += JSON.stringify(agent.connect ?? null).length + '"connect":,'.length
    const isListed = agent.records.some(
      ({ source, departed_on }) => source === 'mcp_registry' && departed_on === null,
    )
    if (isListed) countAgent(agent, counts)
    else checkForms(agent, counts)
  }
  return counts
}

function countAgent(agent: AgentRecord, counts: ServerCounts): void {
  counts.agents += 1
  const view = checkForms(agent, counts)
  const isServer = (kind: string) => kind === 'package' || kind === 'remote'
  if (view?.withheld) counts.withheld += 1
  else if (view?.ways.some(({ kind }) => isServer(kind))) counts.with_settings += 1
  else if (view !== null && view.refused.length > 0) counts.with_a_reason += 1
  else counts.neither.push(agent.handle)
  for (const { reason } of view?.refused ?? [])
    counts.reasons.set(reason, (counts.reasons.get(reason) ?? 0) + 1)
}

function checkForms(agent: AgentRecord, counts: ServerCounts) {
  const view = connectView(agent)
  for (const { kind, url, settings } of view?.ways ?? []) {
    if (kind === 'remote' && url !== null) counts.addresses.push(url)
    for (const entry of settings) {
      counts.settings += 1
      const fault = findFault(entry)
      if (fault !== null) counts.wrong.push(`${agent.handle}: ${fault}`)
    }
  }
  return view
}

function* readAgents(release: Release): Generator<AgentRecord> {
  const index = release.file('private', 'agents-index.json')?.read().toString() ?? '[]'
  for (const [handle] of JSON.parse(index) as [string][]) {
    const record = release.file('private', agentRecordPath(handle))?.read().toString()
    if (record !== undefined) yield JSON.parse(record) as AgentRecord
  }
}
