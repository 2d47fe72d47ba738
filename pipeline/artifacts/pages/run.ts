import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'

/** `/runs/latest`: the sources that were read, and the checks. */
export function runPage(site: Site): Artifact {
  const body = site.pages.fill('run', {
    ...pageBase(site, {
      title: 'Last run: Assay',
      path: '/runs/latest',
      description: `The run of ${site.day}: which sources were read, how fresh each one is, and which checks passed before publishing.`,
    }),
    code_version: site.codeVersion,
    sources: site.sources,
    catalog_notices: site.catalogNotices,
    old_lists: site.chainScope.lists.filter(({ old_entries }) => old_entries > 0),
    checks: site.checks.map(({ name, says }) => ({ name, says })),
  })
  return htmlPage('runs/latest.html', body)
}
