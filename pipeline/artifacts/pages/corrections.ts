import type { LinkView, PageView } from '../../../core/pages/page_view.ts'
import { agentPath, htmlPage, linkable, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { describeOverride } from '../../../core/views/parts.ts'
import {
  type PublishedCorrection,
  type PublishedOverride,
  selectCorrections,
  selectOverrides,
} from '../data/corrections.ts'
import type { Site } from '../site.ts'

/** View of the page of corrections; `original` is third-party text. */
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
  /** A person's decisions whether two records are one agent. */
  overrides: {
    date: string
    records: { record: string; agent: LinkView | null }[]
    /** The same agent, or different agents. */
    are: string
    reason: string
    source_url: string | null
    /** In words, whether it is applied. */
    now: string
  }[]
  /** A request for a correction. */
  example: string
}

/** `/corrections`: the corrections and their reasons, the newest first, and how to request one. */
export async function correctionsPage(site: Site): Promise<Artifact> {
  const [corrections, overrides] = [await selectCorrections(site), await selectOverrides(site)]
  const view: CorrectionsView = {
    ...pageBase(site, {
      limitations: [],
      title: 'Corrections: Assay',
      path: '/corrections',
      description:
        'Every correction of the Assay index with its reason and source, and how to report what is wrong or missing.',
      scripts: ['/assets/report.js'],
    }),
    corrections: corrections.toReversed().map(({ handle, feedback_id: _, ...row }) => ({
      ...row,
      agent: agentLink(handle),
      source_url: linkable(row.source_url),
    })),
    overrides: overrides.toReversed().map(overrideView),
    example: `curl ${site.baseUrl}/api/agent-feedback -H 'Content-Type: application/json' -d '{"feedback_type":"wrong_data","agent_handle":"HANDLE","message":"Its repository is https://example.com/right, see its website."}'`,
  }
  return htmlPage('corrections.html', site.pages.fill('corrections', view))
}

const agentLink = (handle: string | null): LinkView | null =>
  handle === null ? null : { href: agentPath(handle), text: handle }

const overrideView = (row: PublishedOverride): CorrectionsView['overrides'][number] => ({
  date: row.date,
  records: [
    { record: row.record_a, agent: agentLink(row.handle_a) },
    { record: row.record_b, agent: agentLink(row.handle_b) },
  ],
  are: describeOverride(row.verdict),
  reason: row.reason,
  source_url: linkable(row.source_url),
  now: NOW[row.status],
})

const NOW: Record<PublishedOverride['status'], string> = {
  applied: 'applied',
  record_departed: 'not applied: a record is absent, its source no longer lists it',
  record_unknown: 'not applied: a record is absent, no source ever listed it',
}
