import { createHash } from 'node:crypto'
import { type TestKey, testKey } from './keys.ts'

/**
 * A log, written from its specification alone and as plainly as can be: a second implementation, which shares nothing
 * with the one of the product, nor with the one that checks.
 */

/** The files of a log by their paths below its folder. */
export type WrittenLog = Map<string, Uint8Array>

/** An entry as an object. */
export type Entry = Record<string, unknown>

/** The key that signs it unless a test gives another. */
export const LOG_KEY = testKey('log.example/sample', 1)

const sha256 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** MTH of RFC 6962, over hashes of leaves. */
function merkle(hashes: Buffer[]): Buffer {
  if (hashes.length < 2) return hashes[0] ?? sha256('')
  const split = 2 ** Math.ceil(Math.log2(hashes.length) - 1)
  return sha256('\x01', merkle(hashes.slice(0, split)), merkle(hashes.slice(split)))
}

const hashLeaves = (entries: Uint8Array[]): Buffer[] => entries.map((entry) => sha256('\0', entry))

/** The tiles and bundles over some entries. */
export function writeTiles(entries: Uint8Array[]): WrittenLog {
  const files: WrittenLog = new Map()
  for (const [i, some] of groups(entries).entries()) {
    const parts = some.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry])
    files.set(`tile/entries/${tilePath(i, some.length)}`, Buffer.concat(parts))
  }
  for (let level = 0, hashes = hashLeaves(entries); hashes.length > 0; level += 1) {
    const tiles = groups(hashes)
    for (const [i, tile] of tiles.entries())
      files.set(`tile/${level}/${tilePath(i, tile.length)}`, Buffer.concat(tile))
    hashes = tiles.filter((tile) => tile.length === 256).map(merkle)
  }
  return files
}

const groups = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / 256) }, (_, i) => all.slice(i * 256, i * 256 + 256))

function tilePath(index: number, width: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
  const path = digits.replace(/\d{3}(?=\d)/g, 'x$&/')
  return width === 256 ? path : `${path}.p/${width}`
}

/** JCS of what these tests write: no numbers that are spelled in more ways than one, no names beyond ASCII. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const named = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${named.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`
}

/** A signed log of these entries, in which each manifest ends a day. */
export function writeLog(entries: Entry[], key: TestKey = LOG_KEY): WrittenLog {
  const bytes = entries.map((entry) => Buffer.from(canonical(entry)))
  const body = noteBody(key, bytes.length, merkle(hashLeaves(bytes)))
  const { name, id, publicKey } = key.key
  const material = Buffer.concat([Uint8Array.of(1), publicKey]).toString('base64')
  return new Map([
    ...writeTiles(bytes),
    ...subjectFiles(entries),
    ['entries/days.json', Buffer.from(`${JSON.stringify(listDays(entries, bytes, key))}\n`)],
    ['checkpoint', Buffer.from(`${body}\n${key.sign(body)}`)],
    ['key', Buffer.from(`${name}+${id}+${material}\n`)],
  ])
}

function subjectFiles(entries: Entry[]): [string, Uint8Array][] {
  const files: Record<string, Record<string, number[]>> = {}
  for (const [index, entry] of entries.entries()) {
    const subject = String(entry.subject)
    const file = sha256(subject).toString('hex').slice(0, 2)
    files[file] ??= {}
    files[file][subject] = [...(files[file][subject] ?? []), index]
  }
  return Object.entries(files).map(([file, subjects]) => {
    const sorted = Object.entries(subjects).sort(([a], [b]) => (a < b ? -1 : 1))
    return [`entries/${file}.json`, Buffer.from(`${JSON.stringify(Object.fromEntries(sorted))}\n`)]
  })
}

function listDays(entries: Entry[], bytes: Uint8Array[], key: TestKey): object[] {
  const rows: { digest: string; log_size: number }[] = []
  for (const [index, { kind, date, release, manifest_sha256 }] of entries.entries()) {
    if (kind !== 'manifest') continue
    const root = merkle(hashLeaves(bytes.slice(0, index + 1)))
    const [log_size, log_root] = [index + 1, root.toString('hex')]
    const last = rows.at(-1)
    const previous_digest = last?.digest ?? null
    const digest = sha256(canonical({ date, manifest_sha256, previous_digest, log_size, log_root }))
    rows.push({
      ...{ date, release, manifest_sha256, first_index: last?.log_size ?? 0 },
      ...{ log_size, log_root, previous_digest, digest: digest.toString('hex') },
      ...{ checkpoint_sha256: sha256(noteBody(key, log_size, root)).toString('hex') },
    })
  }
  return rows
}

const noteBody = ({ key }: TestKey, size: number, root: Buffer): string =>
  `${key.name}\n${size}\n${root.toString('base64')}\n`
