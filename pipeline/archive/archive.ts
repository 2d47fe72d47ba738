import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { OperationalError } from '../../core/domain/errors.ts'
import { formatDay, parseDay } from './day_file.ts'
import type { SourceDay } from './source_day.ts'

const GZIP_FAST = { level: 1 }
/** Minimum size of a body for brotli: repeats in a stream of blocks are further apart than gzip's window. */
const LARGE = 1024 * 1024
const BROTLI_WIDE = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 24 },
}
const GZIP = '.gz'
const BROTLI = '.br'
let temporaryFiles = 0

/** SHA-256 in hex: the name of a body in the archive. */
export const hashHex = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** Every response that a run used: bodies named by their content, one file per date and source. */
export class Archive {
  readonly #excluded = new Set<string>()

  constructor(readonly root: string) {}

  /** Stores a body and returns its SHA-256. An intact copy is left; a damaged one is replaced. */
  writeBody(bytes: Uint8Array): string {
    const hash = hashHex(bytes)
    const file = this.#findBody(hash)
    if (file !== null && readVerified(file, hash) !== null) return hash
    const isLarge = bytes.length >= LARGE
    const packed = isLarge ? brotliCompressSync(bytes, BROTLI_WIDE) : gzipSync(bytes, GZIP_FAST)
    const path = this.#bodyPath(hash, isLarge ? BROTLI : GZIP)
    this.#write(path, packed)
    // A damaged one may have the other compression, and would be found first.
    if (file !== null && file !== path) rmSync(file)
    return hash
  }

  /** True if a body of this name exists; only reading it verifies it. */
  hasBody(hash: string): boolean {
    return this.#findBody(hash) !== null
  }

  /** The body of this name, verified. Throws OperationalError when it is missing or damaged. */
  readBody(hash: string): Buffer {
    const file = this.#findBody(hash)
    const path = file ?? this.#bodyPath(hash, GZIP)
    const bytes = file === null ? undefined : readVerified(file, hash)
    if (bytes) return bytes
    const state = bytes === null ? 'is damaged' : 'is missing from the archive'
    throw new OperationalError(
      `${path} ${state}: restore it from a copy, or run the dates that use it again with --refetch`,
    )
  }

  /** Returns a body as stored, to send to another machine: its name with its compression, and its compressed bytes. */
  readPacked(hash: string): { name: string; bytes: Buffer } {
    const path = this.#findBody(hash)
    if (path === null) throw new OperationalError(`${this.#bodyPath(hash, GZIP)} is missing from the archive`)
    return { name: basename(path), bytes: readFileSync(path) }
  }

  /** Stores a body from `readPacked` of another machine. Throws OperationalError where its hash is not its name. */
  writePacked(name: string, packed: Uint8Array): void {
    const hash = name.slice(0, name.indexOf('.'))
    const bytes = unpack(name, packed)
    if (bytes === null || this.writeBody(bytes) !== hash)
      throw new OperationalError(`${name} came damaged from another machine`)
  }

  /** Replaces the record of one source on one date, in one step. */
  writeDay(day: SourceDay): void {
    this.#write(this.#dayPath(day.date, day.source), formatDay(day))
  }

  /** Removes the record of one source on one date. */
  removeDay(date: string, source: string): void {
    rmSync(this.#dayPath(date, source), { force: true })
  }

  /** The record of one source on one date, or null when there is none. Throws OperationalError when it is damaged. */
  readDay(date: string, source: string): SourceDay | null {
    const path = this.#dayPath(date, source)
    return existsSync(path) ? parseDay(readFileSync(path, 'utf8'), path) : null
  }

  /** Excludes the damaged record of one source on a date from later reads. */
  exclude(date: string, source: string): void {
    this.#excluded.add(`${date} ${source}`)
  }

  /** The record of a source on a date, for a later one: null too where it was set aside. */
  readPast(date: string, source: string): SourceDay | null {
    return this.#excluded.has(`${date} ${source}`) ? null : this.readDay(date, source)
  }

  /** The dates with a record, earliest first. */
  dates(): string[] {
    return list(this.root).filter((name) => DATE.test(name))
  }

  /** The sources recorded on a date, in the order of their names. */
  sources(date: string): string[] {
    const files = list(dirname(this.#dayPath(date, 'any')))
    return files.filter((name) => DAY_FILE.test(name)).map((name) => name.slice(0, -'.ndjson'.length))
  }

  /** Returns the newest record before a date in which the source did not fail, for revalidation. */
  previousDay(date: string, source: string): SourceDay | null {
    for (const earlier of this.dates().reverse()) {
      if (earlier >= date) continue
      const day = this.readPast(earlier, source)
      if (day?.outcome === 'ok') return day
    }
    return null
  }

  /** One SHA-256 over all records of a date, or null when it has none. */
  digest(date: string): string | null {
    const lines = Object.entries(this.digests(date)).map(([source, hash]) => `${source} ${hash}\n`)
    return lines.length > 0 ? hashHex(lines.join('')) : null
  }

  /** SHA-256 of each record of a date, by source. */
  digests(date: string): Record<string, string> {
    const hashDay = (source: string) => hashHex(readFileSync(this.#dayPath(date, source)))
    return Object.fromEntries(this.sources(date).map((source) => [source, hashDay(source)]))
  }

  /** Removes half-written files of a killed run. Only for a run that is the archive's one writer. */
  removeTemporaryFiles(): void {
    rmSync(join(this.root, 'tmp'), { recursive: true, force: true })
  }

  #findBody(hash: string): string | null {
    return [GZIP, BROTLI].map((packing) => this.#bodyPath(hash, packing)).find(existsSync) ?? null
  }

  #bodyPath(hash: string, packing: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash))
      throw new OperationalError(`'${hash}' is not the SHA-256 of an archived body`)
    return join(this.root, 'bodies', hash.slice(0, 2), hash + packing)
  }

  #dayPath(date: string, source: string): string {
    if (!DATE.test(date))
      throw new OperationalError(`'${date}' is not a date of the archive: write YYYY-MM-DD`)
    if (!SOURCE.test(source))
      throw new OperationalError(`'${source}' is not a source: write letters, digits and _`)
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
  const bytes = unpack(path, readFileSync(path))
  return bytes !== null && hashHex(bytes) === hash ? bytes : null
}

function unpack(name: string, packed: Uint8Array): Buffer | null {
  try {
    return name.endsWith(BROTLI) ? brotliDecompressSync(packed) : gunzipSync(packed)
  } catch {
    return null
  }
}
