import { hash } from 'node:crypto'
import { AssayError } from '../errors.ts'
import type { World } from '../universe.ts'
import { refusedPath } from './paths.ts'

/** What a release was made of. Same inputs and same artifacts give the same manifest, byte for byte. */
export interface ReleaseInputs {
  /** The logical date, YYYY-MM-DD. */
  date: string
  world: World
  base_url: string
  code: { version: string; sha256: string }
  /** Name → SHA-256 of what the run read, e.g. `archive:2026-03-19`. */
  inputs: Record<string, string>
  counts: Record<string, number>
}

/** A file of a release as its manifest states it. The key is `<side>/<path>`. */
export interface ManifestEntry {
  key: string
  sha256: string
  bytes: number
  contentType: string
}

const FILES = '"files":{\n'
const END = '\n}}\n'
const NEWLINE = 10
const QUOTE = 34

/** The manifest's line for one file. The key holds nothing that JSON escapes: paths.ts sees to it. */
export function manifestLine(key: string, sha256: string, bytes: number, contentType: string): string {
  return `"${key}":["${sha256}",${bytes},${JSON.stringify(contentType)}]`
}

/** The key that a manifest's line is about. */
export function keyOfLine(line: string): string {
  return line.slice(1, line.indexOf('"', 1))
}

/** The manifest's text, its lines sorted. Two lines about one file throw RunFailed. */
export function renderManifest(about: ReleaseInputs, lines: string[]): string {
  const { date, world, base_url, code, inputs, counts } = about
  const head = [
    '{"format":1',
    `"date":${JSON.stringify(date)}`,
    `"world":${JSON.stringify(world)}`,
    `"base_url":${JSON.stringify(base_url)}`,
    `"code":${JSON.stringify({ version: code.version, sha256: code.sha256 })}`,
    `"inputs":${sortedObject(inputs)}`,
    `"counts":${sortedObject(counts)}`,
  ].join(',\n')
  return `${head},\n${FILES}${sortedLines(lines).join(',\n')}${END}`
}

/** The name of the release that this manifest describes. */
export function releaseId(date: string, manifestSha256: string): string {
  return `${date}-${manifestSha256.slice(0, 12)}`
}

/**
 * A manifest as read from disk. Its table stays bytes and is searched where it lies: a release of 200,000 files
 * opens in the time of one hash, and holds no object for each file.
 */
export class Manifest {
  readonly about: ReleaseInputs
  readonly sha256: string
  readonly #bytes: Buffer
  readonly #start: number
  readonly #end: number

  /** Throws AssayError when `bytes` is not a manifest of this format. */
  constructor(bytes: Buffer) {
    const files = bytes.indexOf(FILES)
    const head = files < 0 ? null : parse(`${bytes.toString('utf8', 0, files)}"files":{}}`)
    const whole = bytes.subarray(-END.length).toString() === END
    if (!isHead(head) || !whole) throw new AssayError('it is not a manifest of format 1, or only half of one')
    const { date, world, base_url, code, inputs, counts } = head
    this.about = { date, world, base_url, code, inputs, counts }
    this.sha256 = hash('sha256', bytes)
    this.#bytes = bytes
    this.#start = files + FILES.length
    this.#end = bytes.length - END.length
  }

  get id(): string {
    return releaseId(this.about.date, this.sha256)
  }

  /** The file with this key, or null. */
  find(key: string): ManifestEntry | null {
    // Lines are sorted with the quote that ends the key, which differs from the order of the bare keys.
    const wanted = `${key}"`
    let low = this.#start
    let high = this.#end
    while (low < high) {
      const middle = (low + high) >> 1
      const from = this.#bytes.lastIndexOf(NEWLINE, middle - 1) + 1
      const found = `${this.#keyAt(from)}"`
      if (found === wanted) return this.#entryAt(from)
      if (found < wanted) low = this.#nextLine(middle)
      else high = from
    }
    return null
  }

  /** All files in the order of their keys. */
  *entries(): Generator<ManifestEntry> {
    for (let at = this.#start; at < this.#end; at = this.#nextLine(at)) yield this.#entryAt(at)
  }

  // A key holds nothing that JSON escapes (paths.ts), so the next quote ends it.
  #keyAt(line: number): string {
    return this.#bytes.toString('utf8', line + 1, this.#bytes.indexOf(QUOTE, line + 1))
  }

  #nextLine(offset: number): number {
    const newline = this.#bytes.indexOf(NEWLINE, offset)
    return newline < 0 || newline >= this.#end ? this.#end : newline + 1
  }

  #entryAt(line: number): ManifestEntry {
    const key = this.#keyAt(line)
    const next = this.#nextLine(line)
    const end = next === this.#end ? next : next - 2
    const valueStart = line + Buffer.byteLength(key) + 3
    const [sha256, bytes, contentType] = JSON.parse(this.#bytes.toString('utf8', valueStart, end))
    return { key, sha256, bytes, contentType }
  }
}

function sortedLines(lines: string[]): string[] {
  const sorted = lines.toSorted()
  let last = ''
  for (const line of sorted) {
    const key = keyOfLine(line)
    if (key === last) throw refusedPath(key, 'it was already written in this release')
    last = key
  }
  return sorted
}

function sortedObject(record: Record<string, unknown>): string {
  const parts = Object.keys(record)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(record[key])}`)
  return `{${parts.join(',')}}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isHead(head: unknown): head is ReleaseInputs {
  const { format, date } = (head ?? {}) as { format?: unknown; date?: unknown }
  return format === 1 && typeof date === 'string'
}
