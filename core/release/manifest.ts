import { OperationalError } from '../domain/errors.ts'
import type { World } from '../domain/world.ts'

/** `files`: every artifact is a file. `packs`: the artifacts of one agent lie in one of 4,096 packs. */
export type Layout = 'files' | 'packs'

/** Inputs of a release. Same inputs and same artifacts give the same manifest, byte for byte. */
export interface ReleaseInputs {
  /** The logical date, YYYY-MM-DD. */
  date: string
  world: World
  base_url: string
  /** The site is served as files alone. */
  static_host?: true
  code: { version: string; sha256: string }
  /** Name → SHA-256 of what the run read, e.g. `archive:2026-03-19`. */
  inputs: Record<string, string>
  counts: Record<string, number>
  /** Left out means `files`; what a manifest says of its release always names it. */
  layout?: Layout
}

/** A file of a release as its manifest states it. The key is `<side>/<path>`. */
export interface ManifestEntry {
  key: string
  sha256: string
  bytes: number
  contentType: string
}

/** Text between the head of a manifest and its lines, and after them. */
export const FILES_START = '"files":{\n'
export const FILES_END = '\n}}\n'
const NEWLINE = 10
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The key that a manifest's line is about: it holds nothing that JSON escapes (paths.ts), so the next quote ends it.
 */
export function keyOfLine(line: string): string {
  return line.slice(1, line.indexOf('"', 1))
}

/** The name of the release that this manifest describes. */
function releaseId(date: string, manifestSha256: string): string {
  return `${date}-${manifestSha256.slice(0, 12)}`
}

/**
 * A manifest as read, on any platform. Its table stays bytes and is searched where it lies: a release of 200,000
 * files opens in the time of one hash, and holds no object for each file.
 */
export class Manifest {
  readonly about: ReleaseInputs
  readonly layout: Layout
  readonly #bytes: Uint8Array
  readonly #start: number
  readonly #end: number

  readonly sha256: string

  /** `sha256` is the hash of `bytes`. Throws OperationalError when they are not a manifest of this format. */
  constructor(bytes: Uint8Array, sha256: string) {
    this.sha256 = sha256
    const files = indexOfText(bytes, FILES_START)
    const head = files < 0 ? null : parse(`${UTF8.decode(bytes.subarray(0, files))}"files":{}}`)
    const whole = UTF8.decode(bytes.subarray(-FILES_END.length)) === FILES_END
    if (!isHead(head) || !whole) throw new OperationalError('the manifest is incomplete or not of format 1')
    const { date, world, base_url, code, inputs, counts, layout = 'files', static_host } = head
    this.about = { date, world, base_url, code, inputs, counts, layout, ...(static_host && { static_host }) }
    this.layout = layout
    this.#bytes = bytes
    this.#start = files + FILES_START.length
    this.#end = bytes.length - FILES_END.length
  }

  get id(): string {
    return releaseId(this.about.date, this.sha256)
  }

  /** Its written form. */
  text(): string {
    return UTF8.decode(this.#bytes)
  }

  /** The file with this key, or null. */
  find(key: string): ManifestEntry | null {
    // Lines are sorted with the quote that ends the key, which differs from the order of the bare keys.
    const wanted = new TextEncoder().encode(`"${key}"`)
    let low = this.#start
    let high = this.#end
    while (low < high) {
      const middle = (low + high) >> 1
      const from = this.#bytes.lastIndexOf(NEWLINE, middle - 1) + 1
      const difference = this.#compare(from, wanted)
      if (difference === 0) return this.#entryAt(from)
      if (difference < 0) low = this.#nextLine(middle)
      else high = from
    }
    return null
  }

  /** All files in the order of their keys. */
  *entries(): Generator<ManifestEntry> {
    for (let at = this.#start; at < this.#end; at = this.#nextLine(at)) yield this.#entryAt(at)
  }

  /** Below 0 where a line is before another that begins so, above where it is after it, in the order of the engine. */
  #compare(line: number, wanted: Uint8Array): number {
    for (let at = 0; at < wanted.length; at += 1) {
      const [byte, other] = [this.#bytes[line + at] as number, wanted[at] as number]
      if (byte !== other) return utf16Order(byte) - utf16Order(other)
    }
    return 0
  }

  #nextLine(offset: number): number {
    const newline = this.#bytes.indexOf(NEWLINE, offset)
    return newline < 0 || newline >= this.#end ? this.#end : newline + 1
  }

  #entryAt(at: number): ManifestEntry {
    const next = this.#nextLine(at)
    const line = UTF8.decode(this.#bytes.subarray(at, next === this.#end ? next : next - 2))
    const key = keyOfLine(line)
    const [sha256, bytes, contentType] = JSON.parse(line.slice(key.length + 3))
    return { key, sha256, bytes, contentType }
  }
}

/**
 * Strings are ordered by UTF-16, where U+E000 to U+FFFF come after what is beyond them: in UTF-8 they begin EE and EF.
 */
const utf16Order = (byte: number): number => (byte === 0xee || byte === 0xef ? byte + 0x10 : byte)

function indexOfText(bytes: Uint8Array, text: string): number {
  const wanted = new TextEncoder().encode(text)
  const first = wanted[0] as number
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return at
  return -1
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isHead(head: unknown): head is ReleaseInputs {
  const { format, date, layout } = (head ?? {}) as Record<string, unknown>
  return format === 1 && typeof date === 'string' && [undefined, 'files', 'packs'].includes(layout as Layout)
}
