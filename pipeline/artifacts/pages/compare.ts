import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'

/** The handler puts what was asked for, and a table of the agents, in the place of its marks. */
export function comparePage(site: Site): Artifact {
  const view = pageBase(site, {
    title: 'Compare agents: Assay',
    path: '/compare',
    description:
      'Compare two to five AI agents by name or handle: rank, score, liveness, trust and risk flags.',
  })
  return htmlPage('compare.html', site.pages.fill('compare', view))
}
