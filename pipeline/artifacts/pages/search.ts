import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'

/** The handler puts what it finds in the place of the marked part; without it the page's script fills that in. */
export function searchPage(site: Site): Artifact {
  const view = pageBase(site, {
    title: 'Search agents: Assay',
    path: '/search',
    description: 'Find AI agents in the Assay index by a part of their name, handle, repository or operator.',
    scripts: ['/assets/search.js'],
  })
  return htmlPage('search.html', site.pages.fill('search', view))
}
