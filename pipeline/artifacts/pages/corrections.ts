import type { LinkView, PageView } from '../../../core/pages/page_view.ts'
import { agentPath, htmlPage, linkable, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { type PublishedCorrection, readCorrections } from '../data/corrections.ts'
import type { Site } from '../site.ts'

/** What the page of corrections shows; `original` is third-party text. */
export interface CorrectionsView extends PageView {
  corrections: {
    date: string
    record: string
    agent: LinkView | null
    field: string
    original: string | null
    value: string | null
    reason: string
    source_url: string | null
    status: PublishedCorrection['status']
  }[]
  /** A call that asks for a correction. */
  example: string
}

/** `/corrections`: what was corrected and why, the newest first, and how to ask for one. */
export async function correctionsPage(site: Site): Promise<Artifact> {
  const corrections = await readCorrections(site)
  const view: CorrectionsView = {
    ...pageBase(site, {
      title: 'Corrections: Assay',
      path: '/corrections',
      description:
        'Every correction of the Assay index with its reason and source, and how to report what is wrong or missing.',
      scripts: ['/assets/report.js'],
    }),
    corrections: corrections.toReversed().map(({ handle, feedback_id: _, ...row }) => ({
      ...row,
      agent: handle === null ? null : { href: agentPath(handle), text: handle },
      source_url: linkable(row.source_url),
    })),
    example: `curl ${site.baseUrl}/api/agent-feedback -H 'Content-Type: application/json' -d '{"feedback_type":"wrong_data","agent_handle":"HANDLE","message":"Its repository is https://example.com/right, see its website."}'`,
  }
  return htmlPage('corrections.html', site.pages.fill('corrections', view))
}
