import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Site } from '../site.ts'

/** `/attestations/v1`: the meaning of an attestation. */
export function attestationPage(site: Site): Artifact {
  const view = pageBase(site, {
    limitations: [],
    title: 'Attestations, version 1: Assay',
    path: '/attestations/v1',
    description:
      'The predicate of the attestations that Assay signs: every field, what a signature proves and what not, and how to verify one.',
  })
  return htmlPage('attestations/v1.html', site.pages.fill('attestation', view))
}
