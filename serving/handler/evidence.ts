import { HTML_TYPE } from '../../core/interface/content.ts'
import { HttpError } from '../../core/interface/errors.ts'
import { evidenceAgent, pathSha256 } from '../../core/interface/parameters.ts'
import { contentReply, type Reply, revalidate, withBody } from '../../core/interface/reply.ts'
import { evidenceIndexPath, evidencePath, PRIVATE_PATHS } from '../../core/release/paths.ts'
import { type EvidenceAnswer, evidenceAnswer } from '../../core/views/evidence_answer.ts'
import { evidencePage } from '../../core/views/evidence_page.ts'
import type { WithdrawnEvidence } from '../../core/views/evidence_row.ts'
import type { Call } from './call.ts'
import { prefersHtml, readShell } from './error_reply.ts'
import type { HttpCall } from './http_call.ts'
import type { ServedRelease } from './served_release.ts'

const SHA256 = /^[0-9a-f]{64}$/

type EvidenceCall = Pick<Call, 'endpoint' | 'values' | 'release'>

/**
 * Answers with a recorded answer, which no browser may open or run; with what was read of it, where it is not public.
 * Throws HttpError 404 for a hash on which no score rests, and 410 for what was withdrawn.
 */
export async function evidenceReply(
  call: HttpCall,
  { endpoint, values, release }: EvidenceCall,
): Promise<Reply> {
  const sha256 = values.get(pathSha256)
  if (!SHA256.test(sha256)) throw noEvidence()
  await refuseWithdrawn(sha256, release)
  const bytes = await release.content('private', evidencePath(sha256))
  const ifNoneMatch = call.header('if-none-match')
  if (bytes !== null)
    return revalidate(attach(sha256, contentReply(bytes, endpoint.lifetime, release.id)), ifNoneMatch)
  const answer = await readAnswer(sha256, values.get(evidenceAgent), release)
  const reply = contentReply(await release.build(answer), 300, release.id)
  reply.headers.vary = 'Accept'
  if (!prefersHtml(call.header('accept'))) return revalidate(reply, ifNoneMatch)
  const { etag, ...headers } = reply.headers
  return withBody(
    { ...reply, headers },
    new TextEncoder().encode(evidencePage(await readShell(release), answer)),
    HTML_TYPE,
  )
}

/** The reply as a file to store: whatever its bytes are, they are neither shown nor run. */
const attach = (sha256: string, reply: Reply): Reply => ({
  ...reply,
  headers: {
    ...reply.headers,
    'content-disposition': `attachment; filename="${sha256}.bin"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  },
})

async function refuseWithdrawn(sha256: string, release: ServedRelease): Promise<void> {
  const withdrawn = await release.json<Record<string, WithdrawnEvidence>>('private', PRIVATE_PATHS.withdrawn)
  const found = withdrawn !== null && Object.hasOwn(withdrawn, sha256) ? withdrawn[sha256] : undefined
  if (found === undefined) return
  throw new HttpError(
    410,
    'withdrawn',
    `Withdrawn on ${found.date}: ${found.reason} Its hash and the log stay.`,
    {
      body: { sha256, ...found },
    },
  )
}

async function readAnswer(
  sha256: string,
  requested: string | undefined,
  release: ServedRelease,
): Promise<EvidenceAnswer> {
  const { path, key } = evidenceIndexPath(sha256)
  const index = await release.json<Record<string, string>>('private', path)
  const first = index !== null && Object.hasOwn(index, key) ? index[key] : undefined
  const info = await release.info()
  for (const handle of [requested, first]) {
    const agent = handle === undefined ? null : await release.agentRecord(handle)
    const answer = agent && evidenceAnswer(sha256, agent, info)
    if (answer !== null) return answer
  }
  throw noEvidence()
}

const noEvidence = (): HttpError =>
  new HttpError(
    404,
    'no_evidence',
    'No score of this release rests on a recorded answer with this hash. The hashes of values are in /data, in the table signals.',
  )
