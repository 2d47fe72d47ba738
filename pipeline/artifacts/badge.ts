import type { Artifact } from '../release/artifact.ts'
import { shownName } from './agent_view.ts'
import type { Dossier } from './dossier.ts'
import type { Site } from './site.ts'

const SVG_TYPE = 'image/svg+xml; charset=utf-8'

/** `/embed/{handle}.svg`: rank or tier, and the date, as the dossier has them. */
export function badgeArtifact(agent: Dossier, site: Site): Artifact {
  const category = site.methodologies.find((one) => one.category === agent.primary_category)
  const label =
    agent.departed_on !== null
      ? 'departed'
      : agent.rank === null
        ? 'indexed'
        : `${category?.name} #${agent.rank}`
  const body = site.badge({
    name: shownName(agent),
    label,
    tier: agent.tier,
    date: site.day,
    world: site.world,
  })
  return { path: `embed/${agent.handle}.svg`, contentType: SVG_TYPE, body, side: 'public' }
}

/** The badge of a handle that is not indexed. */
export function unknownBadgeArtifact(site: Site): Artifact {
  const body = site.badge({
    name: 'unknown agent',
    label: 'unknown',
    tier: 'unknown',
    date: site.day,
    world: site.world,
  })
  return { path: 'embed/unknown.svg', contentType: SVG_TYPE, body, side: 'private' }
}
