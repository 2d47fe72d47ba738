import { MAX_FILE_BYTES } from '../bounds.ts'
import { decodeText, fromHex, Malformed, parseJson, sameBytes, sha256Hex, toBase64, toHex } from '../bytes.ts'
import { broken, type Claim, held, notChecked, toClaim } from '../claims.ts'
import { canonicalBytes, canonicalText } from '../jcs.ts'
import { jsonFileProblem } from '../json_file.ts'
import {
  type Checkpoint,
  findSignature,
  type Note,
  type NoteKey,
  openNote,
  parseNoteKey,
  verifierKeyText,
  verifyCheckpoint,
} from '../note.ts'
import { type PublishedSource, readWhole } from '../source.ts'
import { type ReadableLog, readLogEntry, readProofHashes, rootAt } from '../tiles.ts'
import {
  consistencyProofRanges,
  hashLeaf,
  inclusionProofRanges,
  isConsistent,
  provesInclusion,
} from '../tree.ts'

/** A day as `log/entries/days.json` has it. */
export interface DayOfLog {
  date: string
  release: string
  manifest_sha256: string
  first_index: number
  log_size: number
  log_root: string
  previous_digest: string | null
  digest: string
  checkpoint_sha256: string
}

/** A log whose checkpoint its key has signed. */
export interface OpenLog {
  key: NoteKey
  /** The checkpoint as it was read. */
  text: string
  note: Note
  checkpoint: Checkpoint
  files: ReadableLog
}

/** A checkpoint that was seen before, and the key that had signed it. */
export interface SeenCheckpoint {
  checkpoint: Checkpoint
  key: NoteKey
}

/** Path of the log in a release. */
const LOG = 'public/log/'

const SIGNED = 'log: the checkpoint is signed by the key of the log'

/**
 * Opens the log that a source publishes. `known`: the key that it must have; without one, the key that the source
 * itself names is taken.
 */
export async function openLog(
  source: PublishedSource,
  known: NoteKey | null,
): Promise<{ log: OpenLog | null; claims: Claim[] }> {
  const [note, line] = [
    await source.read(`${LOG}checkpoint`, 2 ** 20),
    await source.read(`${LOG}key`, 2 ** 16),
  ]
  if (note === null)
    return {
      log: null,
      claims: [
        known === null
          ? notChecked(SIGNED, 'this index keeps no log')
          : broken(SIGNED, 'the checkpoint is missing'),
      ],
    }
  const keyClaim = publishedKeyClaim(line, known)
  const key = known ?? parseNoteKey(textLine(line))
  const opened = openNote(note)
  const checkpoint = verifyCheckpoint(opened, key)
  const read = (path: string) => readWhole(source, `${LOG}${path}`, maxEntries(path))
  const files = { size: checkpoint.size, read: cacheReads(read) }
  const detail = `${checkpoint.origin}: ${checkpoint.size} entries, root ${toHex(checkpoint.root)}`
  return {
    log: { key, text: decodeText(note), note: opened, checkpoint, files },
    claims: [keyClaim, held(SIGNED, detail)],
  }
}

const KEY = 'log: its key'

function publishedKeyClaim(line: Uint8Array | null, known: NoteKey | null): Claim {
  const published = textLine(line)
  if (known !== null)
    return toClaim(
      KEY,
      verifierKeyText(known) === published ? [] : [`it publishes another key: ${published.slice(0, 200)}`],
      published,
    )
  return notChecked(
    KEY,
    `${published}: it is the one that the index itself names; hold it to the one that you know with --log-key`,
  )
}

function textLine(line: Uint8Array | null): string {
  if (line === null) throw new Malformed('the key of the log is missing')
  const text = new TextDecoder().decode(line)
  if (!text.endsWith('\n')) throw new Malformed('the key of the log is not a line')
  return text.slice(0, -1)
}

/** The most bytes that a file of the log can have: 256 entries with their lengths, 256 hashes, or a list. */
function maxEntries(path: string): number {
  if (path.startsWith('tile/entries/')) return 256 * (2 + 0xffff)
  return path.startsWith('tile/') ? 256 * 32 : MAX_FILE_BYTES
}

/** Caches reads: proofs about one log share most tiles. Entries are read once, and are the largest part of a log. */
function cacheReads(read: ReadableLog['read']): ReadableLog['read'] {
  const known = new Map<string, Promise<Uint8Array | null>>()
  return (path) => {
    if (path.startsWith('tile/entries/')) return read(path)
    const found = known.get(path) ?? read(path)
    known.set(path, found)
    return found
  }
}

/** The claim about cosignatures of witnesses whose keys are not given. */
export const OTHER_COSIGNATURES = 'log: cosignatures of witnesses'

/** A claim for each witness whose key is given, and one for the lines of all others. */
export function cosignatureClaims({ note, key }: OpenLog, witnesses: NoteKey[]): Claim[] {
  const claims = witnesses.map((witness) => {
    const name = `log: the witness ${witness.name} has cosigned the checkpoint`
    const signed = findSignature(note, witness)
    if (signed === null) return broken(name, 'there is no cosignature of its key that fits')
    return held(name, `at ${new Date((signed.time ?? 0) * 1000).toISOString()}`)
  })
  const known = [key, ...witnesses]
  const others = note.signatures.filter(
    ({ name, id }) => !known.some((key) => key.name === name && key.id === id),
  )
  if (others.length === 0 && claims.length > 0) return claims
  const detail =
    others.length === 0
      ? 'no witness has cosigned it'
      : `of ${others.map(({ name }) => name).join(', ')}: give their keys with --witness-key`
  return [...claims, notChecked(OTHER_COSIGNATURES, detail)]
}

/** Checks that the log is append-only since the checkpoint seen before. */
export async function consistencyClaim(
  name: string,
  { checkpoint, files }: OpenLog,
  old: Checkpoint,
): Promise<Claim> {
  const { size, root } = checkpoint
  if (old.origin !== checkpoint.origin) return broken(name, `that was another log, ${old.origin}`)
  if (old.size > size) return broken(name, `the log was cut: it had ${old.size} entries and has ${size} now`)
  const proof = await readProofHashes(files, consistencyProofRanges(old.size, size))
  if (isConsistent({ oldSize: old.size, oldRoot: old.root, size, root, proof }))
    return held(name, `${old.size} of its ${size} entries`)
  return broken(
    name,
    `another history was shown: the first ${old.size} entries had the root ${toHex(old.root)}, and have ${toHex(await rootAt(files, old.size))} now. Keep both checkpoints: they prove it`,
  )
}

/** The rows of `days.json` that the checkpoint covers, the oldest first. */
export async function readDays({ files }: OpenLog): Promise<DayOfLog[]> {
  const bytes = await files.read('entries/days.json')
  if (bytes === null) throw new Malformed('entries/days.json is missing')
  const damage = jsonFileProblem(bytes)
  if (damage !== null) throw new Malformed(`entries/days.json, ${damage}`)
  const rows = parseJson(bytes)
  if (!Array.isArray(rows) || !rows.every(isDay)) throw new Malformed('entries/days.json is no list of days')
  return (rows as DayOfLog[]).filter((row) => row.log_size <= files.size)
}

const isDay = (row: Partial<DayOfLog> | null): boolean =>
  typeof row?.date === 'string' && Number.isSafeInteger(row.log_size) && Number.isSafeInteger(row.first_index)

/** Claim about `days.json`. */
export const DAYS_CLAIM = 'log: entries/days.json is the chain of digests of all days'

/** Checks that each day's digest follows from the day before and from the log up to it. */
export async function daysClaim(log: OpenLog, days: DayOfLog[]): Promise<Claim> {
  const problems: string[] = []
  let before: DayOfLog | null = null
  for (const day of days) {
    problems.push(...dayProblems(log, day, before).map((problem) => `${day.date}: ${problem}`))
    if (toHex(await rootAt(log.files, day.log_size)) !== day.log_root)
      problems.push(`${day.date}: the first ${day.log_size} entries have another root`)
    before = day
  }
  if (before?.log_size !== log.checkpoint.size)
    problems.push(
      `the last day ends at ${before?.log_size ?? 0} entries, the checkpoint has ${log.checkpoint.size}`,
    )
  return toClaim(
    DAYS_CLAIM,
    problems,
    `${days.length} days, the newest ${before?.date} with ${before?.digest}`,
  )
}

/** Checks that one day follows from the day before, and that the log is proven to hold its manifest. */
export async function dayClaim(log: OpenLog, day: DayOfLog, before: DayOfLog | null): Promise<Claim> {
  const index = day.log_size - 1
  const entry = await provenEntry(log, index)
  const isThis =
    entry.kind === 'manifest' && entry.date === day.date && entry.manifest_sha256 === day.manifest_sha256
  const problems = dayProblems(log, day, before)
  if (!isThis) problems.push(`its entry ${index} is not about the manifest of ${day.date}`)
  return toClaim(`log: it holds the manifest of ${day.date}`, problems, `entry ${index}`)
}

function dayProblems({ checkpoint }: OpenLog, day: DayOfLog, before: DayOfLog | null): string[] {
  const { date, log_root, log_size, manifest_sha256, previous_digest } = day
  const digest = sha256Hex(canonicalBytes({ date, log_root, log_size, manifest_sha256, previous_digest }))
  const body = `${checkpoint.origin}\n${log_size}\n${toBase64(fromHex(log_root))}\n`
  const checks: [isRight: boolean, problem: string][] = [
    [previous_digest === (before?.digest ?? null), 'it does not name the digest of the day before'],
    [day.first_index === (before?.log_size ?? 0), 'it does not begin where the day before ends'],
    [log_size > day.first_index, 'it has no entries'],
    [before === null || date >= before.date, `it stands behind ${before?.date}: it was dated back`],
    [digest === day.digest, 'its digest is not that of what it says'],
    [sha256Hex(body) === day.checkpoint_sha256, 'its checkpoint has another hash'],
  ]
  return checks.filter(([isRight]) => !isRight).map(([, problem]) => problem)
}

/** An entry that the log is proven to hold; throws Malformed where it is not. */
export async function provenEntry(
  { files, checkpoint }: OpenLog,
  index: number,
): Promise<Record<string, unknown>> {
  const bytes = await readLogEntry(files, index)
  const { size, root } = checkpoint
  const proof = await readProofHashes(files, inclusionProofRanges(index, size))
  if (!provesInclusion({ index, size, leaf: hashLeaf(bytes), proof, root }))
    throw new Malformed(
      `the log does not hold the entry ${index} that is shown: no proof leads from it to the root`,
    )
  return parseEntry(bytes, index)
}

/** The object of an entry; throws Malformed where it is not canonical JSON. */
export function parseEntry(bytes: Uint8Array, index: number): Record<string, unknown> {
  const entry = parseJson(bytes) as Record<string, unknown>
  if (!sameBytes(canonicalBytes(entry), bytes))
    throw new Malformed(`the entry ${index} is not canonical JSON`)
  return entry
}

/** Checks that the log holds this manifest: its hash, and the inputs of the release. */
export async function manifestClaim(
  log: OpenLog,
  day: DayOfLog,
  manifest: { sha256: string; release: string; about: Record<string, unknown> },
): Promise<Claim> {
  const name = `log: it holds the manifest of ${day.date}`
  const entry = await provenEntry(log, day.log_size - 1)
  const expected = {
    ...{ kind: 'manifest', subject: `manifest:${day.date}`, date: day.date },
    ...{ release: manifest.release, manifest_sha256: manifest.sha256, ...manifest.about },
  }
  const problems = Object.entries(expected)
    .filter(([field, value]) => canonicalText(entry[field] ?? null) !== canonicalText(value ?? null))
    .map(([field]) => `its entry has another ${field}`)
  if (day.manifest_sha256 !== manifest.sha256 || day.release !== manifest.release)
    problems.push('days.json names another release')
  return toClaim(name, problems, `entry ${day.log_size - 1}, sha256 ${manifest.sha256}`)
}

/** The file that lists where the entries about a subject are. */
export const subjectFilePath = (subject: string): string => `entries/${sha256Hex(subject).slice(0, 2)}.json`

/** The index of the newest entry about a subject, or null. */
export async function newestIndex({ files }: OpenLog, subject: string): Promise<number | null> {
  const bytes = await files.read(subjectFilePath(subject))
  const list = bytes === null ? {} : (parseJson(bytes) as Record<string, number[]>)
  const indices = Object.hasOwn(list, subject) ? (list[subject] ?? []) : []
  return indices.filter((index) => index < files.size).at(-1) ?? null
}
