import { JSON_TYPE, SVG_TYPE } from '../../core/interface/content.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { flagWords } from '../../core/views/flag_words.ts'
import { json, type Site } from './site.ts'

/** `/embed/{handle}.svg`: rank or tier, or that the agent is flagged, and the date, as the agent record has them. */
export function badgeArtifact(agent: AgentRecord, site: Site): Artifact {
  const category = site.methodologies.find((one) => one.category === agent.primary_category)
  const label =
    agent.departed_on !== null
      ? 'departed'
      : agent.rank === null
        ? 'indexed'
        : `${category?.name} #${agent.rank}`
  const body = site.badge.badge({
    name: agent.name,
    label,
    tier: agent.tier,
    flagged: flagWords(agent.trust.flags),
    date: site.day,
    world: site.world,
  })
  return { path: `embed/${agent.handle}.svg`, contentType: SVG_TYPE, body, side: 'public' }
}

/** The badge of a handle that is not indexed, and what is put at the end of a badge of an old release. */
export function* siteBadgeArtifacts(site: Site): Generator<Artifact> {
  const unknown = site.badge.badge({
    name: 'unknown agent',
    label: 'unknown',
    tier: 'unknown',
    flagged: null,
    date: site.day,
    world: site.world,
  })
  yield { path: PRIVATE_PATHS.unknownBadge, contentType: SVG_TYPE, body: unknown, side: 'private' }
  const mark = json(site.badge.staleMark())
  yield { path: PRIVATE_PATHS.staleBadge, contentType: JSON_TYPE, body: mark, side: 'private' }
}
