import type { z } from 'zod'
import { HttpError } from '../../../core/interface/errors.ts'
import type { attestation } from '../../../core/interface/schemas/attestation.ts'
import {
  agentSubject,
  LOG_FILES,
  type LoggedDay,
  manifestSubject,
  type Subjects,
  subjectsPath,
} from '../../../core/log/entries.ts'
import { readCheckpoint } from '../../../core/log/note.ts'
import { entryAt, inclusionProof } from '../../../core/log/proofs.ts'
import type { ServedRelease } from '../../handler/served_release.ts'

type Attestation = z.infer<typeof attestation>

/** What ties an attestation to the log. */
interface Logged {
  inclusion: NonNullable<Attestation['inclusion']>
  proofOfIndex: NonNullable<Attestation['statement']['predicate']['proof_of_index']>
}

/**
 * The newest entry up to the release about an agent, or (null) about its manifest, with its proof; null in an index that
 * keeps no log. Throws HttpError 503 where the log of the release does not hold it: then nothing is attested.
 */
export async function loggedIn(release: ServedRelease, handle: string | null): Promise<Logged | null> {
  const read = async (path: string) => (await release.content('public', `log/${path}`))?.bytes ?? null
  const note = await read(LOG_FILES.checkpoint)
  if (note === null) return null
  const checkpoint = new TextDecoder().decode(note)
  const { origin, size } = readCheckpoint(checkpoint)
  const { date } = release.reader.about
  const day = await dayOf(release, size)
  const subject = handle === null ? manifestSubject(date) : agentSubject(handle)
  // The log may have gone on since the release, as when an earlier one is served again: what came later is not about it.
  const index = (await indicesOf(release, subject)).findLast((one) => one < (day?.log_size ?? 0))
  if (day === undefined || index === undefined) throw notLogged()
  const log = { size, read }
  const [leaf, hashes] = [await entryAt(log, index), await inclusionProof(log, index)]
  return {
    inclusion: {
      ...{ origin, checkpoint, leaf_index: index },
      leaf: Buffer.from(leaf).toString('base64'),
      hashes: hashes.map((hash) => Buffer.from(hash).toString('hex')),
    },
    proofOfIndex: {
      ...{ date, digest: day.digest, log_origin: origin },
      ...{ log_size: day.log_size, log_root: day.log_root },
    },
  }
}

async function dayOf(release: ServedRelease, size: number): Promise<LoggedDay | undefined> {
  const days = (await release.json<LoggedDay[]>('public', `log/${LOG_FILES.days}`)) ?? []
  return days.findLast((day) => day.log_size <= size && day.manifest_sha256 === release.reader.manifestSha256)
}

async function indicesOf(release: ServedRelease, subject: string): Promise<number[]> {
  const subjects = (await release.json<Subjects>('public', `log/${subjectsPath(subject)}`)) ?? {}
  return Object.hasOwn(subjects, subject) ? (subjects[subject] ?? []) : []
}

const notLogged = (): HttpError =>
  new HttpError(
    503,
    'not_for_sale',
    'The log of this release does not hold what was to be attested: nothing was signed and nothing was charged.',
  )
