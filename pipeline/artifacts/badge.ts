import { JSON_TYPE, SVG_TYPE } from '../../core/interface/content.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { json, type Site } from './site.ts'

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
