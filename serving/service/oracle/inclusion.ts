import canonicalize from 'canonicalize'
import { z } from 'zod'
import { OperationalError } from '../../../core/domain/errors.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { LOG_FILES, type LogEntry, type Subjects, subjectsPath } from '../../../core/log/entries.ts'
import { inclusionProof, readProvenEntry } from '../../../core/log/proofs.ts'
import { leafHash } from '../../../core/log/tree.ts'
import { openCheckpoint, parseVerifierKey } from '../../../core/log/verifier_key.ts'
import type { attestation } from '../../../core/resources/attestation.schema.ts'
import type { ServedRelease } from '../../handler/served_release.ts'
import type { ProvenLog } from '../release/known_log/prove_release.ts'

type Attestation = z.infer<typeof attestation>

/** The link of an attestation to the log. */
export interface LogLink {
  inclusion: NonNullable<Attestation['inclusion']>
  proofOfIndex: NonNullable<Attestation['statement']['predicate']['proof_of_index']>
}

/**
 * Returns the newest entry up to the release's day about the subject of `entry`, or (null) about its manifest, with its
 * proof. Throws HttpError 503 if it differs from the release: then nothing is attested.
 */
export async function proveLogged(
  release: ServedRelease,
  proven: ProvenLog,
  entry: LogEntry | null,
): Promise<LogLink> {
  try {
    return await proveInclusion(release, proven, entry)
  } catch (error) {
    // The log was damaged after it was proven.
    throw error instanceof OperationalError ? notLogged() : error
  }
}

async function proveInclusion(
  release: ServedRelease,
  { head, day }: ProvenLog,
  entry: LogEntry | null,
): Promise<LogLink> {
  const read = async (path: string) => (await release.content('public', `log/${path}`))?.bytes ?? null
  const checkpoint = new TextDecoder().decode((await read(LOG_FILES.checkpoint)) ?? new Uint8Array())
  const { origin, size, root } = openCheckpoint(checkpoint, parseVerifierKey(head.key))
  if (size !== head.size || Buffer.from(root).toString('hex') !== head.root) throw notLogged()
  const index = entry === null ? day.log_size - 1 : await newestIndex(release, entry.subject, day.log_size)
  const log = { size, read }
  const leaf = Buffer.from(await readProvenEntry(log, index, root))
  if (entry !== null && leaf.toString() !== canonicalize(entry)) throw notLogged()
  const hashes = await inclusionProof(log, index)
  return {
    inclusion: {
      ...{ origin, checkpoint, leaf_index: index },
      leaf: leaf.toString('base64'),
      hashes: hashes.map((hash) => Buffer.from(hash).toString('hex')),
    },
    proofOfIndex: {
      ...{ date: day.date, digest: day.digest, log_origin: origin },
      ...{ log_size: day.log_size, log_root: day.log_root },
      ...{ leaf_index: index, leaf_hash: leafHash(leaf).toString('hex') },
    },
  }
}

/** The log may have grown since the release, as when an earlier one is served again: later entries are not about it. */
async function newestIndex(release: ServedRelease, subject: string, size: number): Promise<number> {
  const file = await release.content('public', `log/${subjectsPath(subject)}`)
  const read = subjectsSchema.safeParse(parseJson(file?.bytes ?? new Uint8Array()))
  const subjects = read.data ?? {}
  const indices = Object.hasOwn(subjects, subject) ? (subjects[subject] ?? []) : []
  const index = indices.findLast((index) => index < size)
  if (index === undefined) throw notLogged()
  return index
}

const subjectsSchema: z.ZodType<Subjects> = z.record(z.string(), z.array(z.int().min(0)))

/** Returns the JSON of a file, or null if it is damaged. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/** Returns the error for a log that does not contain the release's statement. */
export const notLogged = (): HttpError =>
  new HttpError(
    503,
    'not_for_sale',
    'The log of this release does not hold what was to be attested: nothing was signed and nothing was charged.',
  )
