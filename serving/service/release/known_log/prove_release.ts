import { hash } from 'node:crypto'
import { BucketFailed } from '../../../../core/bucket/errors.ts'
import { OperationalError } from '../../../../core/domain/errors.ts'
import { parseDays, requireChain } from '../../../../core/log/days.ts'
import { LOG_FILES, type LoggedDay, manifestSubject } from '../../../../core/log/entries.ts'
import { type LogFiles, provenRootAt, readProvenEntry } from '../../../../core/log/proofs.ts'
import { openCheckpoint, parseVerifierKey } from '../../../../core/log/verifier_key.ts'
import { proofOfIndex } from '../../../../core/resources/proof_of_index.schema.ts'
import type { KnownLogState, LogHead } from './known_logs.ts'
import { type OfferedRelease, ReleaseRefused } from './offered_release.ts'

/** The expected state of a log. */
export interface ExpectedLog extends Pick<KnownLogState, 'head' | 'allowed'> {
  /** The operator's verifier key, or null. */
  key: string | null
}

/** The log of a release, proven, and the day of that release in it. */
export interface ProvenLog {
  head: LogHead
  day: LoggedDay
}

const MAX_NOTE_BYTES = 65_536

/**
 * Proves that a release is the one that its signed log ends with, and that the log extends what was seen of it. Null
 * for a release without a log if none is expected. Throws ReleaseRefused.
 */
export async function proveRelease(
  offered: OfferedRelease,
  expected: ExpectedLog,
): Promise<ProvenLog | null> {
  try {
    return await proven(offered, expected)
  } catch (cause) {
    if (cause instanceof ReleaseRefused || !isFaultInRelease(cause)) throw cause
    throw new ReleaseRefused(cause.message, { cause })
  }
}

/** True if the release is at fault, and not a failed read. */
const isFaultInRelease = (error: unknown): error is Error =>
  error instanceof SyntaxError || (error instanceof OperationalError && !(error instanceof BucketFailed))

async function proven(offered: OfferedRelease, expected: ExpectedLog): Promise<ProvenLog | null> {
  const note = await readText(offered, LOG_FILES.checkpoint)
  const line = (await readText(offered, LOG_FILES.key))?.trim() ?? null
  const wanted = wantedKey(expected)
  if (note === null && wanted === null) return null
  if (note === null || line === null)
    throw new ReleaseRefused(
      `it has no signed log, though this index keeps one: ${wanted ?? 'a part of it is there'}`,
    )
  if (wanted !== null && line !== wanted)
    throw new ReleaseRefused(`its log has the key ${line.slice(0, 200)}, and the known one is ${wanted}`)
  const { size, root } = openCheckpoint(note, parseVerifierKey(line))
  const log: LogFiles = { size, read: cacheReads((path) => offered.read(`public/log/${path}`)) }
  await requireExtension(log, root, expected.head)
  const days = await provenDays(log, root, expected.head)
  const day = await provenDay(offered, log, root, days, expected)
  await requireCopies(offered, days)
  const last = days.at(-1) as LoggedDay
  return { head: { key: line, size, root: Buffer.from(root).toString('hex'), digest: last.digest }, day }
}

function wantedKey({ head, key }: ExpectedLog): string | null {
  if (head !== null && key !== null && head.key !== key)
    throw new ReleaseRefused(
      `LOG_VERIFIER_KEY is not the key of the log that is remembered (${head.key}): if the index has a new log, have the old one forgotten with npm run assay -- known-log forget`,
    )
  return head?.key ?? key
}

/** Throws unless the log extends what was seen of it. */
async function requireExtension(log: LogFiles, root: Uint8Array, head: LogHead | null): Promise<void> {
  if (head === null) return
  if (log.size < head.size)
    throw new ReleaseRefused(`its log was cut: it has ${log.size} entries, and ${head.size} were seen`)
  const before = Buffer.from(await provenRootAt(log, head.size, root)).toString('hex')
  if (before !== head.root)
    throw new ReleaseRefused(
      `its log has another history: its first ${head.size} entries have the root ${before}, and ${head.root} was seen`,
    )
}

/** Returns the days of the log; those not seen before are proven by its tiles. */
async function provenDays(log: LogFiles, root: Uint8Array, head: LogHead | null): Promise<LoggedDay[]> {
  const bytes = await log.read(LOG_FILES.days)
  const days = bytes === null ? [] : readDays(bytes).filter(({ log_size }) => log_size <= log.size)
  requireChain(days, log.size)
  if (head !== null && !days.some(({ log_size, digest }) => log_size === head.size && digest === head.digest))
    throw new ReleaseRefused(`its entries/days.json does not have the day that ended at ${head.size} entries`)
  for (const day of days) {
    if (day.log_size <= (head?.size ?? 0)) continue
    const rootThen = Buffer.from(await provenRootAt(log, day.log_size, root)).toString('hex')
    if (rootThen !== day.log_root)
      throw new ReleaseRefused(`its entries/days.json has another root of ${day.date} than the tiles`)
  }
  return days
}

/**
 * Returns the day of the release: the last one of the log, or the one that an operator allows. Its manifest is the last
 * entry that the day added.
 */
async function provenDay(
  { id, manifestSha256 }: OfferedRelease,
  log: LogFiles,
  root: Uint8Array,
  days: readonly LoggedDay[],
  { allowed }: ExpectedLog,
): Promise<LoggedDay> {
  const day = days.findLast((day) => day.release === id && day.manifest_sha256 === manifestSha256)
  const last = days.at(-1)
  const isAllowed = allowed?.release === id && (allowed.logSize ?? log.size) === log.size
  if (day === undefined) throw new ReleaseRefused(`the log does not know it: it ends with ${last?.release}`)
  if (day !== last && !isAllowed)
    throw new ReleaseRefused(
      `the log ends with ${last?.release}, and this is an earlier release. If you went back to it on purpose: npm run assay -- known-log accept ${id}`,
    )
  const entry = JSON.parse(new TextDecoder().decode(await readProvenEntry(log, day.log_size - 1, root)))
  const isManifest = entry.kind === 'manifest' && entry.subject === manifestSubject(day.date)
  if (!isManifest || entry.manifest_sha256 !== manifestSha256 || entry.release !== id)
    throw new ReleaseRefused(`the entry ${day.log_size - 1} of the log is not its manifest`)
  return day
}

/** Throws if files published beside a manifest contradict the manifest or the log. */
async function requireCopies(offered: OfferedRelease, days: readonly LoggedDay[]): Promise<void> {
  const manifest = await offered.read('public/manifest.json')
  if (manifest !== null && hash('sha256', manifest) !== offered.manifestSha256)
    throw new ReleaseRefused('its public/manifest.json is not its manifest')
  const bytes = await offered.read('public/api/proof-of-index/v1')
  if (bytes === null) return
  const publishedDigests =
    proofOfIndex.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data?.digests ?? []
  const publishedRows = publishedDigests.map((row) => [
    row.date,
    row.sha256,
    row.release,
    row.manifest_sha256,
    row.log_size,
  ])
  const known = days
    .toReversed()
    .map((day) => [day.date, day.digest, day.release, day.manifest_sha256, day.log_size])
  if (JSON.stringify(publishedRows) !== JSON.stringify(known))
    throw new ReleaseRefused('its api/proof-of-index/v1 has other digests than its log')
}

async function readText(offered: OfferedRelease, path: string): Promise<string | null> {
  const bytes = await offered.read(`public/log/${path}`)
  if (bytes === null) return null
  if (bytes.length > MAX_NOTE_BYTES) throw new ReleaseRefused(`its log/${path} has ${bytes.length} bytes`)
  return new TextDecoder().decode(bytes)
}

function readDays(bytes: Uint8Array): LoggedDay[] {
  try {
    return parseDays(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new ReleaseRefused('its entries/days.json is damaged', { cause })
  }
}

/** Reads each file once: proofs about one log share most tiles. */
function cacheReads(read: LogFiles['read']): LogFiles['read'] {
  const known = new Map<string, Promise<Uint8Array | null>>()
  return (path) => {
    const found = known.get(path) ?? read(path)
    known.set(path, found)
    return found
  }
}
