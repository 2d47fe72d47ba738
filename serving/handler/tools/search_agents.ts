import type { ToolArguments } from '../../../core/interface/tools.ts'
import { compactView } from '../../../core/resources/agents_bulk.ts'
import { shortLimitations } from '../../../core/resources/short/short_limitations.ts'
import { NOTICE, thirdParty } from '../../../core/resources/short/untrusted.ts'
import type { AgentRecord } from '../../../core/views/agent_record.ts'
import { findKey } from '../keys/resolve_key.ts'
import { readAgents } from '../known_agents.ts'
import type { ServedRelease } from '../served_release.ts'
import { type Search, searchNames } from './search_names.ts'
import type { ToolCall } from './tool.ts'

/** Searches agents by name, one whose handle or key is the query first. A departed agent is found by these alone. */
export async function runSearchAgents(search: ToolArguments<'search_agents'>, { release }: ToolCall) {
  const [exact, found, info] = await Promise.all([
    findByHandle(release, search),
    searchNames(release, search),
    release.info(),
  ])
  const others = found.first.filter(({ handle }) => handle !== exact?.handle)
  const place = exact?.handle.toLowerCase() === search.query.trim().toLowerCase() ? 'handle' : 'key'
  const first = exact === null ? others : [{ handle: exact.handle, matched_in: place }, ...others]
  const shown = first.slice(0, search.filters.limit)
  const { agents } = await readAgents(
    release,
    shown.map(({ handle }) => handle),
  )
  const rows = agents.map((agent, at) => {
    const { name, url, erc8004_registered, last_updated, advice, ...row } = compactView(agent, info)
    return { ...row, matched_in: shown[at]?.matched_in ?? null, untrusted: thirdParty({ name }) }
  })
  return {
    total_matches: found.total + (exact !== null && exact.departed_on !== null ? 1 : 0),
    count: rows.length,
    agents: rows,
    ...shortLimitations(info.limitations),
    last_updated: info.last_updated,
    notice: NOTICE,
  }
}

async function findByHandle(release: ServedRelease, { query, filters }: Search): Promise<AgentRecord | null> {
  const { primary_category, evidence_ranked_only } = filters
  const { owner } = await findKey(release, query)
  const agent = owner && (await release.agentRecord(owner.handle))
  if (agent === null) return null
  const isWanted =
    (primary_category === undefined || agent.primary_category === primary_category) &&
    (!evidence_ranked_only || agent.tier === 'evidence_ranked')
  return isWanted ? agent : null
}
