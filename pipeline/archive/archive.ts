import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { AssayError } from '../errors.ts'
import type { World } from '../universe.ts'
import { formatDay, parseDay } from './day_file.ts'

/** One response that a source used. */
export interface ArchivedResponse {
  method: 'GET' | 'POST'
  /** The original address, never the one of a replay, before redirects. */
  url: string
  /** SHA-256 of the request's body, itself kept in the archive, or null. */
  request: string | null
  /** As received: a 304 stays 304. */
  status: number
  /** SHA-256 of the body; of the earlier body for a 304. */
  sha256: string
  /** Bytes of the body as sent (compressed, where the length was given); 0 for a 304. */
  bytes: number
  etag: string | null
  content_type: string | null
  link: string | null
  retrieved_at: string
  /** What became of a visit to an agent-supplied address; only visits have it. Their status is 0 without an answer. */
  outcome?: string | undefined
  /** Where a visit's redirects ended. */
  final_url?: string | null | undefined
  /** The headers that a visit kept. */
  headers?: Record<string, string> | undefined
}

/** What one source did on one date, and every response it used. */
export interface SourceDay {
  source: string
  date: string
  world: World
  outcome: 'ok' | 'failed' | 'skipped'
  error: { name: string; address: string | null; message: string } | null
  /** Names of the settings that were set, such as tokens: they may decide what was asked. Never their values. */
  settings?: string[] | undefined
  responses: ArchivedResponse[]
}

const GZIP_FAST = { level: 1 }
let temporaryFiles = 0

/** SHA-256 in hex: the name of a body in the archive. */
export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** The record of every response that a run used: bodies named by their content, one file per date and source. */
export class Archive {
  constructor(readonly root: string) {}

  /** Keeps a body and returns its SHA-256. A body that is there and whole is left; a damaged one is replaced. */
  writeBody(bytes: Uint8Array): string {
    const hash = sha256(bytes)
    const path = this.#bodyPath(hash)
    if (!existsSync(path) || readVerified(path, hash) === null) this.#write(path, gzipSync(bytes, GZIP_FAST))
    return hash
  }

  /** Whether a body of this name is there; only reading it tells whether it is whole. */
  hasBody(hash: string): boolean {
    return existsSync(this.#bodyPath(hash))
  }

  /** The body of this name, verified. Throws AssayError when it is missing or damaged. */
  readBody(hash: string): Buffer {
    const path = this.#bodyPath(hash)
    const bytes = existsSync(path) ? readVerified(path, hash) : undefined
    if (bytes) return bytes
    const state = bytes === null ? 'is damaged' : 'is missing from the archive'
    throw new AssayError(
      `${path} ${state}: restore it from a copy, or run the dates that use it again with --refetch`,
    )
  }

  /** Replaces the record of one source on one date, in one step. */
  writeDay(day: SourceDay): void {
    this.#write(this.#dayPath(day.date, day.source), formatDay(day))
  }

  /** The record of one source on one date, or null when there is none. Throws AssayError when it is damaged. */
  readDay(date: string, source: string): SourceDay | null {
    const path = this.#dayPath(date, source)
    return existsSync(path) ? parseDay(readFileSync(path, 'utf8'), path) : null
  }

  /** The dates that hold a record, earliest first. */
  dates(): string[] {
    return list(this.root).filter((name) => DATE.test(name))
  }

  /** The sources recorded on a date, in the order of their names. */
  sources(date: string): string[] {
    const files = list(dirname(this.#dayPath(date, 'any')))
    return files.filter((name) => DAY_FILE.test(name)).map((name) => name.slice(0, -'.ndjson'.length))
  }

  /** The newest record before a date in which the source did not fail: what revalidation compares with. */
  previousDay(date: string, source: string): SourceDay | null {
    for (const earlier of this.dates().reverse()) {
      if (earlier >= date) continue
      const day = this.readDay(earlier, source)
      if (day?.outcome === 'ok') return day
    }
    return null
  }

  /** One SHA-256 over all records of a date, or null when it has none. */
  digest(date: string): string | null {
    const lines = this.sources(date).map(
      (source) => `${source} ${sha256(readFileSync(this.#dayPath(date, source)))}\n`,
    )
    return lines.length > 0 ? sha256(lines.join('')) : null
  }

  /** Removes what a killed run left half-written. Only for a run that is the archive's one writer. */
  removeTemporaryFiles(): void {
    rmSync(join(this.root, 'tmp'), { recursive: true, force: true })
  }

  #bodyPath(hash: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new AssayError(`'${hash}' is not the SHA-256 of an archived body`)
    return join(this.root, 'bodies', hash.slice(0, 2), `${hash}.gz`)
  }

  #dayPath(date: string, source: string): string {
    if (!DATE.test(date)) throw new AssayError(`'${date}' is not a date of the archive: write YYYY-MM-DD`)
    if (!SOURCE.test(source)) throw new AssayError(`'${source}' is not a source: write letters, digits and _`)
    return join(this.root, date, `${source}.ndjson`)
  }

  // A process that is killed leaves a temporary file, never half a file under a name that is read.
  #write(path: string, bytes: Uint8Array | string): void {
    const temporary = join(this.root, 'tmp', `${process.pid}-${temporaryFiles++}`)
    mkdirSync(dirname(temporary), { recursive: true })
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(temporary, bytes)
    renameSync(temporary, path)
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const SOURCE = /^[a-z0-9_]+$/i
const DAY_FILE = /^[a-z0-9_]+\.ndjson$/i

const list = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : [])

function readVerified(path: string, hash: string): Buffer | null {
  const packed = readFileSync(path)
  try {
    const bytes = gunzipSync(packed)
    return sha256(bytes) === hash ? bytes : null
  } catch {
    return null
  }
}
