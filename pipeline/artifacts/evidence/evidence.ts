import { BYTES_TYPE } from '../../../core/interface/content.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { evidenceIndexPath, evidencePath, PRIVATE_PATHS } from '../../../core/release/paths.ts'
import type { WithdrawnEvidence } from '../../../core/views/evidence_row.ts'
import { EVIDENCE } from '../data/licences.ts'
import { jsonFile, type Site } from '../site.ts'

/** The most bytes of one recorded answer, and of all of a release. */
export const MAX_BODY = 1_000_000
const MAX_BYTES = 64_000_000
/** The most recorded answers of a release. */
const MAX_BODIES = 2_000

const OPEN_SOURCES = Object.entries(EVIDENCE).flatMap(([name, terms]) => (terms === 'bytes' ? [name] : []))

/**
 * Yields the recorded answers on which scores rest, as far as they may be served; which agent each hash of a score belongs
 * to; and what was withdrawn. They are private files: a host without the handler, and so without its headers, serves none.
 */
export async function* evidenceArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield jsonFile('private', PRIVATE_PATHS.withdrawn, withdrawnView(site))
  yield* indexArtifacts(site)
  if (site.evidence?.is_served) yield* bodyArtifacts(site)
}

const withdrawnView = ({ withdrawn }: Site): Record<string, WithdrawnEvidence> =>
  Object.fromEntries(
    [...withdrawn]
      .sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
      .map(({ sha256, date, reason }) => [sha256, { date, reason }]),
  )

/** Only what is in the rows of an open source was sent by it: a stranger's host cannot bring bytes here by naming it. */
async function* bodyArtifacts({ db, archive, withdrawn }: Site): AsyncGenerator<Artifact> {
  const rows = await db.rows<{ sha256: string }>(
    `select response_sha256 as sha256
     from signals
     semi join sub_scores using (handle, key)
     where response_sha256 in (${OPEN_SOURCES.map((name) => `select response_sha256 from raw_${name}`).join(' union all ')})
     group by response_sha256
     order by count(*) desc, sha256`,
  )
  const gone = new Set(withdrawn.map(({ sha256 }) => sha256))
  const left = { bodies: MAX_BODIES, bytes: MAX_BYTES }
  for (const { sha256 } of rows) {
    if (gone.has(sha256) || !archive.hasBody(sha256)) continue
    const body = archive.readBody(sha256)
    if (body.length > MAX_BODY || body.length > left.bytes || left.bodies === 0) continue
    left.bodies -= 1
    left.bytes -= body.length
    yield { path: evidencePath(sha256), side: 'private', contentType: BYTES_TYPE, body }
  }
}

/** Sixteen files from the first digits of a hash to the first agent of which a score rests on it. */
async function* indexArtifacts({ db }: Site): AsyncGenerator<Artifact> {
  const rows = await db.rows<{ sha256: string; handle: string }>(
    `select response_sha256 as sha256, min(handle) as handle
     from signals semi join sub_scores using (handle, key)
     group by response_sha256 order by sha256`,
  )
  const shards = Map.groupBy(rows, ({ sha256 }) => evidenceIndexPath(sha256).path)
  for (const [path, found] of shards)
    yield jsonFile(
      'private',
      path,
      Object.fromEntries(found.map(({ sha256, handle }) => [evidenceIndexPath(sha256).key, handle])),
    )
}
