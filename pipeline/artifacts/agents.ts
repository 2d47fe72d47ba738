import type { z } from 'zod'
import { agentChanges } from '../../interface/schemas/agent_changes.ts'
import { agentSummary } from '../../interface/schemas/agent_summary.ts'
import { agentTrust } from '../../interface/schemas/agent_trust.ts'
import { findCandidate } from '../../interface/schemas/find.ts'
import { priceMultiplier } from '../../interface/schemas/price_multiplier.ts'
import { publicTrust } from '../../interface/schemas/public_trust.ts'
import { agentChangesView } from '../../views/agent_changes.ts'
import type { AgentDays } from '../../views/agent_days.ts'
import { agentSummaryView } from '../../views/agent_summary.ts'
import { agentTrustView } from '../../views/agent_trust.ts'
import type { Dossier } from '../../views/dossier.ts'
import type { Facts } from '../../views/facts.ts'
import { candidatePath, findCandidateView } from '../../views/find_candidate.ts'
import { priceMultiplierView } from '../../views/price_multiplier.ts'
import { publicTrustView } from '../../views/public_trust.ts'
import type { Artifact } from '../release/artifact.ts'
import { shardOf } from '../release/shards.ts'
import { agentDaysArtifact, readAgentDays } from './agent_days.ts'
import { agentPageArtifact } from './agent_page.ts'
import { badgeArtifact } from './badge.ts'
import { readDossiers } from './dossiers.ts'
import { JSON_TYPE, json, type Site } from './site.ts'

/** How many dossiers are held in memory at a time. */
const CHUNK = 5_000

/** A JSON file about one agent: where it is, and the projection of the dossier that it holds. */
const view = <Schema extends z.ZodType>(
  path: (handle: string) => string,
  schema: Schema,
  of: (agent: Dossier, facts: Facts) => z.input<Schema>,
) => ({
  path,
  body: (agent: Dossier, facts: Facts): string => json(schema.parse(of(agent, facts))),
})

/** Every JSON file that stands at an address of its own. */
const VIEWS = [
  view((handle) => `api/agent/${handle}/llm-summary`, agentSummary, agentSummaryView),
  view((handle) => `api/agent/${handle}/trust`, agentTrust, agentTrustView),
  view(
    (handle) => `api/agent/${handle}/changes`,
    agentChanges,
    (agent, facts) => agentChangesView(agent, facts),
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
    const dossiers = await readDossiers(
      site.db,
      `handle in (${chunk.map((handle) => `'${handle}'`).join(', ')})`,
    )
    const byHandle = new Map(dossiers.map((agent) => [agent.handle, agent]))
    const days = await readAgentDays(site.db, chunk)
    for (const handle of chunk) {
      yield* artifactsOf(byHandle.get(handle) as Dossier, site)
      yield agentDaysArtifact(handle, days.get(handle) as AgentDays)
    }
  }
}

function* artifactsOf(agent: Dossier, site: Site): Generator<Artifact> {
  const { handle } = agent
  yield { path: `dossiers/${handle}.json`, contentType: JSON_TYPE, side: 'private', body: json(agent) }
  for (const { path, body } of VIEWS)
    yield { path: path(handle), contentType: JSON_TYPE, side: 'public', body: body(agent, site.facts) }
  if (agent.departed_on === null)
    yield {
      path: CANDIDATE.path(handle),
      contentType: JSON_TYPE,
      side: 'private',
      body: CANDIDATE.body(agent, site.facts),
    }
  yield badgeArtifact(agent, site)
  yield agentPageArtifact(agent, site)
}
