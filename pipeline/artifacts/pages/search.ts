import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'

/** The handler replaces the marked part by its results; without a handler the page's script fills it in. */
export function searchPage(site: Site): Artifact {
  const view = pageBase(site, {
    limitations: [],
    title: 'Search agents: Assay',
    path: '/search',
    description: 'Find AI agents in the Assay index by a part of their name, handle, repository or operator.',
    scripts: ['/assets/search.js'],
  })
  return htmlPage('search.html', site.pages.fill('search', view))
}
