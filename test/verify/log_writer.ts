import { createHash } from 'node:crypto'
import { type TestKey, testKey } from './keys.ts'

/**
 * A log, written from its specification alone and as plainly as can be: a second implementation, which shares nothing
 * with the one that is tested.
 */

/** A day of a log: what it adds before its manifest. */
export interface WrittenDay {
  date: string
  release: string
  manifest_sha256: string
  /** The manifest's own entry not among them. */
  entries: object[]
}

/** The files of a log by their paths below its folder. */
export type WrittenLog = Map<string, Uint8Array>

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

const hashesOf = (entries: Uint8Array[]): Buffer[] => entries.map((entry) => sha256('\0', entry))

/** The tiles and bundles over some entries. */
export function tilesOf(entries: Uint8Array[]): WrittenLog {
  const files: WrittenLog = new Map()
  const groups = <T>(all: T[]): T[][] =>
    Array.from({ length: Math.ceil(all.length / 256) }, (_, i) => all.slice(i * 256, i * 256 + 256))
  const pathOf = (index: number, width: number): string => {
    const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
    const path = digits.replace(/\d{3}(?=\d)/g, 'x$&/')
    return width === 256 ? path : `${path}.p/${width}`
  }
  for (const [i, some] of groups(entries).entries()) {
    const parts = some.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry])
    files.set(`tile/entries/${pathOf(i, some.length)}`, Buffer.concat(parts))
  }
  for (let level = 0, hashes = hashesOf(entries); hashes.length > 0; level += 1) {
    const tiles = groups(hashes)
    for (const [i, tile] of tiles.entries())
      files.set(`tile/${level}/${pathOf(i, tile.length)}`, Buffer.concat(tile))
    hashes = tiles.filter((tile) => tile.length === 256).map(merkle)
  }
  return files
}

/** JCS of what these tests write: no numbers that are spelled in more ways than one, no names beyond ASCII. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const named = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${named.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join()}}`
}

/** A log of these days, signed. */
export function writeLog(days: WrittenDay[], key: TestKey = LOG_KEY): WrittenLog {
  const entries: Uint8Array[] = []
  const subjects: Record<string, Record<string, number[]>> = {}
  const rows: { digest: string }[] = []
  for (const { date, release, manifest_sha256, entries: added } of days) {
    const first_index = entries.length
    const manifest = { kind: 'manifest', subject: `manifest:${date}`, date, release, manifest_sha256 }
    for (const entry of [...added, manifest] as { subject: string }[]) {
      const file = sha256(entry.subject).toString('hex').slice(0, 2)
      subjects[file] ??= {}
      subjects[file][entry.subject] = [...(subjects[file][entry.subject] ?? []), entries.length]
      entries.push(Buffer.from(canonical(entry)))
    }
    const root = merkle(hashesOf(entries))
    const log = { log_size: entries.length, log_root: root.toString('hex') }
    const previous_digest = rows.at(-1)?.digest ?? null
    const digest = sha256(canonical({ date, manifest_sha256, previous_digest, ...log })).toString('hex')
    const checkpoint_sha256 = sha256(bodyOf(key, entries.length, root)).toString('hex')
    rows.push({
      date,
      release,
      manifest_sha256,
      first_index,
      ...log,
      previous_digest,
      digest,
      checkpoint_sha256,
    } as {
      digest: string
    })
  }
  const body = bodyOf(key, entries.length, merkle(hashesOf(entries)))
  const { name, id, publicKey } = key.key
  const line = `${name}+${id}+${Buffer.concat([Uint8Array.of(1), publicKey]).toString('base64')}\n`
  return new Map([
    ...tilesOf(entries),
    ...Object.entries(subjects).map(
      ([file, of]) => [`entries/${file}.json`, Buffer.from(JSON.stringify(of))] as const,
    ),
    ['entries/days.json', Buffer.from(JSON.stringify(rows))],
    ['checkpoint', Buffer.from(`${body}\n${key.sign(body)}`)],
    ['key', Buffer.from(line)],
  ])
}

const bodyOf = ({ key }: TestKey, size: number, root: Buffer): string =>
  `${key.name}\n${size}\n${root.toString('base64')}\n`
