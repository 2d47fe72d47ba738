import { AssayError } from '../domain/errors.ts'
import type { ManifestEntry } from './manifest.ts'
import { SHARDS } from './shards.ts'

/** The key of the list of packs. It and the packs lie on the private side, since packs hold files of both. */
export const PACKS_KEY = 'private/packs.json'
/** The key of the pack with this hash. */
export const packKey = (sha256: string): string => `private/packs/${sha256}`
/** Whether this key is that of the list or of a pack. */
export const isOfPacks = (key: string): boolean => key === PACKS_KEY || key.startsWith(packKey(''))

/** A file that goes into a pack. */
export interface PackedFile extends Omit<ManifestEntry, 'bytes'> {
  body: Uint8Array
}

type Line = [key: string, offset: number, bytes: number, sha256: string, contentType: string]

const NEWLINE = 10

/**
 * Some files as one: a line of JSON, `[[key, offset, bytes, sha256, contentType], …]` in the order of the keys with
 * offsets from the end of that line, and the bodies one after the other.
 */
export function renderPack(files: PackedFile[]): Uint8Array {
  const sorted = files.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  let end = 0
  const lines = sorted.map(({ key, sha256, contentType, body }): Line => {
    const offset = end
    end += body.length
    return [key, offset, body.length, sha256, contentType]
  })
  const header = new TextEncoder().encode(`${JSON.stringify(lines)}\n`)
  const pack = new Uint8Array(header.length + end)
  pack.set(header)
  sorted.forEach(({ body }, i) => {
    pack.set(body, header.length + (lines[i] as Line)[1])
  })
  return pack
}

/** A pack as read. Its bytes must be the published ones: their hash is checked by who reads them. */
export class Pack {
  readonly bytes: Uint8Array
  readonly #lines = new Map<string, Line>()
  readonly #bodies: number

  constructor(bytes: Uint8Array) {
    // Node's Buffer is a Uint8Array whose slices are no copies.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#bodies = bytes.indexOf(NEWLINE) + 1
    const lines: Line[] = JSON.parse(new TextDecoder().decode(bytes.subarray(0, this.#bodies)))
    for (const line of lines) this.#lines.set(line[0], line)
  }

  /** The file with this key, or null. */
  find(key: string): ManifestEntry | null {
    const line = this.#lines.get(key)
    return line === undefined ? null : entryOf(line)
  }

  /** The bytes of the file with this key. They are a copy: a view would keep the whole pack in memory. */
  body(key: string): Uint8Array {
    const [, offset, bytes] = this.#lines.get(key) as Line
    return this.bytes.slice(this.#bodies + offset, this.#bodies + offset + bytes)
  }

  /** All files in the order of their keys. */
  entries(): ManifestEntry[] {
    return [...this.#lines.values()].map(entryOf)
  }
}

/** The list of packs: the SHA-256 of each by shard, null for a shard without agents. */
export function renderPackList(hashes: (string | null)[]): string {
  return `[\n${hashes.map((hash) => JSON.stringify(hash)).join(',\n')}\n]\n`
}

/** Reads such a list; throws AssayError when it was written for another number of shards. */
export function parsePackList(bytes: Uint8Array): (string | null)[] {
  const hashes: (string | null)[] = JSON.parse(new TextDecoder().decode(bytes))
  if (hashes.length !== SHARDS)
    throw new AssayError(
      `${PACKS_KEY} lists ${hashes.length} packs instead of ${SHARDS}: publish its day again`,
    )
  return hashes
}

function entryOf([key, , bytes, sha256, contentType]: Line): ManifestEntry {
  return { key, sha256, bytes, contentType }
}
