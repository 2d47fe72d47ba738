import type { z } from 'zod'
import { JSON_TYPE, MARKDOWN_TYPE } from '../../core/interface/content.ts'
import { agentChanges } from '../../core/interface/schemas/agent_changes.ts'
import { agentSummary } from '../../core/interface/schemas/agent_summary.ts'
import { agentTrust } from '../../core/interface/schemas/agent_trust.ts'
import { findCandidate } from '../../core/interface/schemas/find.ts'
import { priceMultiplier } from '../../core/interface/schemas/price_multiplier.ts'
import { publicTrust } from '../../core/interface/schemas/public_trust.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { agentRecordPath, candidatePath } from '../../core/release/paths.ts'
import { shardOf } from '../../core/release/shards.ts'
import { agentChangesView } from '../../core/views/agent_changes.ts'
import type { AgentDays } from '../../core/views/agent_days.ts'
import { agentMarkdown } from '../../core/views/agent_markdown.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { agentSummaryView } from '../../core/views/agent_summary.ts'
import { agentTrustView } from '../../core/views/agent_trust.ts'
import { findCandidateView } from '../../core/views/find_candidate.ts'
import { agentEntry } from '../../core/views/log_entry.ts'
import { priceMultiplierView } from '../../core/views/price_multiplier.ts'
import { publicTrustView } from '../../core/views/public_trust.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { agentDaysArtifact, readAgentDays } from './agent_days.ts'
import { readAgentRecords } from './agent_records.ts'
import { badgeArtifact } from './badge.ts'
import { agentPageArtifact } from './pages/agent.ts'
import { json, type Site } from './site.ts'

/** How many agent records are held in memory at a time. */
const CHUNK = 5_000

/** A JSON file about one agent: where it is, and the projection of the agent record that it holds. */
const view = <Schema extends z.ZodType>(
  path: (handle: string) => string,
  schema: Schema,
  of: (agent: AgentRecord, info: ReleaseInfo) => z.input<Schema>,
) => ({
  path,
  body: (agent: AgentRecord, info: ReleaseInfo): string => json(schema.parse(of(agent, info))),
})

/** Every JSON file that stands at an address of its own. */
const VIEWS = [
  view((handle) => `api/agent/${handle}/llm-summary`, agentSummary, agentSummaryView),
  view((handle) => `api/agent/${handle}/trust`, agentTrust, agentTrustView),
  view(
    (handle) => `api/agent/${handle}/changes`,
    agentChanges,
    (agent, info) => agentChangesView(agent, info),
  ),
  view((handle) => `api/public/trust/${handle}`, publicTrust, publicTrustView),
  view((handle) => `api/reputation/multiplier/${handle}`, priceMultiplier, priceMultiplierView),
]

/** What find answers of an agent; one that has departed is not found. */
const CANDIDATE = view(candidatePath, findCandidate, findCandidateView)

/** All artifacts about single agents, one agent after the other in the order that packs are written in. */
export async function* agentArtifacts(site: Site): AsyncGenerator<Artifact> {
  const rows = await site.db.rows<{ handle: string }>('select handle from agents order by handle')
  const handles = rows
    .map(({ handle }) => ({ handle, shard: shardOf(handle) }))
    .sort((a, b) => a.shard - b.shard || (a.handle < b.handle ? -1 : 1))
    .map(({ handle }) => handle)
  for (let at = 0; at < handles.length; at += CHUNK) {
    const chunk = handles.slice(at, at + CHUNK)
    const agentRecords = await readAgentRecords(
      site.db,
      `handle in (${chunk.map((handle) => `'${handle}'`).join(', ')})`,
    )
    const byHandle = new Map(agentRecords.map((agent) => [agent.handle, agent]))
    const days = await readAgentDays(site.db, chunk)
    for (const handle of chunk) {
      const kept = days.get(handle) as AgentDays
      yield* artifactsOf(byHandle.get(handle) as AgentRecord, kept, site)
      yield agentDaysArtifact(handle, kept)
    }
  }
}

function* artifactsOf(agent: AgentRecord, days: AgentDays, site: Site): Generator<Artifact> {
  const { handle } = agent
  yield {
    path: agentRecordPath(handle),
    contentType: JSON_TYPE,
    side: 'private',
    body: json(agent),
    entries: [agentEntry(agent)],
  }
  for (const { path, body } of VIEWS)
    yield { path: path(handle), contentType: JSON_TYPE, side: 'public', body: body(agent, site.info) }
  if (agent.departed_on === null)
    yield {
      path: CANDIDATE.path(handle),
      contentType: JSON_TYPE,
      side: 'private',
      body: CANDIDATE.body(agent, site.info),
    }
  yield badgeArtifact(agent, site)
  yield agentPageArtifact(agent, days, site)
  yield {
    path: `agents/${handle}.md`,
    contentType: MARKDOWN_TYPE,
    side: 'public',
    body: agentMarkdown(agent, site.info),
  }
}
