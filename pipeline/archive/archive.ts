import { hash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OperationalError } from '../../core/domain/errors.ts'
import { formatDay, parseDay } from './day_file.ts'
import { FetchJournal, type JournalHead } from './fetch_journal.ts'
import { BROTLI, GZIP, isLarge, packBody, packDay, unpack, unpackDay } from './packing.ts'
import type { ArchivedResponse, SourceDay } from './source_day.ts'

let temporaryFiles = 0

/** SHA-256 in hex: the name of a body in the archive. */
export const hashHex = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'hex')

/** Every response that a run used: bodies named by their content, one file per date and source. */
export class Archive {
  readonly #excluded = new Set<string>()

  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  /** Stores a body and returns its SHA-256. An intact copy is left; a damaged one is replaced. */
  writeBody(bytes: Uint8Array): string {
    const name = hashHex(bytes)
    const file = this.#findBody(name)
    if (file !== null && unpack(file, readFileSync(file))?.equals(bytes)) return name
    const path = this.#bodyPath(name, isLarge(bytes) ? BROTLI : GZIP)
    this.#write(path, packBody(bytes))
    // A damaged one may have the other compression, and would be found first.
    if (file !== null && file !== path) rmSync(file)
    return name
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

  /** Removes a body; returns the bytes that it took, 0 where it is not there. */
  removeBody(hash: string): number {
    const path = this.#findBody(hash)
    if (path === null) return 0
    const { size } = statSync(path)
    rmSync(path)
    return size
  }

  /** Lists the hashes of the bodies that the record of a source names, without reading it as a whole. */
  listBodies(date: string, source: string): string[] {
    const path = this.#findDay(date, source)
    const text = path === null ? '' : unpackDay(path).toString()
    return [...text.matchAll(NAMED_BODY)].map(([, hash = '']) => hash)
  }

  /** Replaces the record of one source on one date, in one step; a large one is compressed. */
  writeDay(day: SourceDay): void {
    const plain = this.#dayPath(day.date, day.source)
    const text = Buffer.from(formatDay(day))
    const [path, other] = isLarge(text) ? [plain + GZIP, plain] : [plain, plain + GZIP]
    this.#write(path, isLarge(text) ? packDay(text) : text)
    rmSync(other, { force: true })
  }

  /** Removes the record of one source on one date. */
  removeDay(date: string, source: string): void {
    for (const packing of ['', GZIP]) rmSync(this.#dayPath(date, source) + packing, { force: true })
  }

  /** The record of one source on one date, or null when there is none. Throws OperationalError when it is damaged. */
  readDay(date: string, source: string): SourceDay | null {
    const path = this.#findDay(date, source)
    return path === null ? null : parseDay(unpackDay(path).toString(), path)
  }

  /**
   * Keeps the record of a source under a number before it is replaced, for those that were fetched with its rows;
   * returns the number, from 1 on.
   */
  supersede(date: string, source: string): number {
    const path = this.#findDay(date, source)
    if (path === null) throw new OperationalError(`there is no record of ${source} on ${date}`)
    const text = unpackDay(path)
    const last = this.superseded(date, source).at(-1) ?? 0
    // One that was killed in between had already kept it.
    if (last > 0 && unpackDay(this.#findDay(date, `${source}.${last}`) ?? '').equals(text)) return last
    const plain = this.#dayPath(date, `${source}.${last + 1}`)
    if (isLarge(text)) this.#write(plain + GZIP, packDay(text))
    else this.#write(plain, text)
    return last + 1
  }

  /** The numbers of the records of a source on a date that were replaced and kept. */
  superseded(date: string, source: string): number[] {
    const names = this.records(date).filter((name) => name.startsWith(`${source}.`))
    return names.map((name) => Number(name.slice(source.length + 1))).sort((a, b) => a - b)
  }

  /** Returns the journal of a fetch; `recorded`: responses of a record that it continues. */
  journal(head: JournalHead, recorded: readonly ArchivedResponse[] = []): FetchJournal {
    return new FetchJournal(this.#journalPath(head.date, head.source), head, recorded)
  }

  removeJournal(date: string, source: string): void {
    rmSync(this.#journalPath(date, source), { force: true })
  }

  /** Removes the journals of dates before this one: no run goes on with them. */
  removeEarlierJournals(date: string): void {
    for (const earlier of this.dates().filter((day) => day < date))
      for (const name of list(join(this.root, earlier)))
        if (name.endsWith(JOURNAL)) rmSync(join(this.root, earlier, name), { force: true })
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
    return this.records(date).filter((name) => !name.includes('.'))
  }

  /** The names of all records of a date, sorted: a source, or one that was superseded with its number. */
  records(date: string): string[] {
    const files = list(dirname(this.#dayPath(date, 'any')))
    const names = files.flatMap((name) => DAY_FILE.exec(name)?.[1] ?? [])
    return [...new Set(names)].sort()
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

  /** SHA-256 of each record of a date, superseded ones too, by source: of its text, however it is compressed. */
  digests(date: string): Record<string, string> {
    const hashDay = (source: string) => hashHex(unpackDay(this.#findDay(date, source) ?? ''))
    return Object.fromEntries(this.records(date).map((source) => [source, hashDay(source)]))
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

  #findDay(date: string, source: string): string | null {
    const plain = this.#dayPath(date, source)
    return [plain, plain + GZIP].find(existsSync) ?? null
  }

  #journalPath(date: string, source: string): string {
    return this.#dayPath(date, source).replace(/\.ndjson$/, JOURNAL)
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
    const write = () => {
      writeFileSync(temporary, bytes)
      renameSync(temporary, path)
    }
    try {
      write()
    } catch (error) {
      // Folders are there but for the first file of each: not to look each time saves a third of a write.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      for (const file of [temporary, path]) mkdirSync(dirname(file), { recursive: true })
      write()
    }
  }
}

const NAMED_BODY = /"(?:sha256|request|order)":"([0-9a-f]{64})"/g
const JOURNAL = '.unfinished'
const DATE = /^\d{4}-\d{2}-\d{2}$/
const SOURCE = /^[a-z0-9_]+(?:\.[1-9]\d*)?$/i
const DAY_FILE = /^([a-z0-9_]+(?:\.[1-9]\d*)?)\.ndjson(?:\.gz)?$/i

const list = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : [])

function readVerified(path: string, hash: string): Buffer | null {
  const bytes = unpack(path, readFileSync(path))
  return bytes !== null && hashHex(bytes) === hash ? bytes : null
}
