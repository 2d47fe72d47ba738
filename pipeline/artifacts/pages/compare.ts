import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'

/** The handler replaces the marks by the requested agents and a table of them. */
export function comparePage(site: Site): Artifact {
  const view = pageBase(site, {
    limitations: [],
    title: 'Compare agents: Assay',
    path: '/compare',
    description:
      'Compare two to five AI agents by name or handle: rank, score, liveness, trust and risk flags.',
  })
  return htmlPage('compare.html', site.pages.fill('compare', view))
}
