import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import { errorPage, NOT_FOUND_TEXT } from '../../../core/views/error_page.ts'
import type { Site } from '../site.ts'

/** Yields the error page of the handler, and that of hosts without a handler. */
export function* errorPages(site: Site): Generator<Artifact> {
  const view = pageBase(site, {
    limitations: [],
    title: 'Error: Assay',
    path: '/',
    description: 'There is nothing at this address.',
  })
  const shell = site.pages.fill('error', view)
  yield { ...htmlPage(PRIVATE_PATHS.errorPage, shell), side: 'private' }
  yield htmlPage('404.html', errorPage(shell, { heading: 'Page not found', message: NOT_FOUND_TEXT }))
}
