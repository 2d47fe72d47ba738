import { JSON_TYPE } from '../../core/interface/content.ts'
import { proofOfIndex } from '../../core/interface/schemas/proof_of_index.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { json, type Site } from './site.ts'

/** `/api/proof-of-index/v1`: an empty list, and why it is empty. */
export async function* proofOfIndexArtifacts({ info }: Site): AsyncGenerator<Artifact> {
  const body = proofOfIndex.parse({
    type: 'proof_of_index',
    status: 'not_started',
    status_reason:
      'No digest has been logged or anchored on a chain yet: the log of daily digests is not part of this release.',
    count: 0,
    digests: [],
    limitations: info.limitations,
    last_updated: info.last_updated,
  })
  yield { path: 'api/proof-of-index/v1', contentType: JSON_TYPE, body: json(body), side: 'public' }
}
