import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Database, literal } from '../model/database.ts'
import { type DayRecord, formatRecord, parseRecord } from './day_record.ts'

/** Folders of tables: the rows of each source, and the data published for researchers. */
const GROUPS = ['data', 'observations']

/**
 * Dated, immutable Parquet: the output of a day that later days read. A partition is `<table>/<date>.parquet`; a day is
 * closed once a later day has its record, and is never written again.
 */
export class History {
  /** Tables of a closed day whose new rows differ from the history. */
  readonly differences: string[] = []
  /** Tables of a closed day that were lost or damaged, and match its record again. */
  readonly repaired: string[] = []
  /** Cache of records. */
  readonly #records = new Map<string, DayRecord>()

  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  partition(table: string, date: string): string {
    return join(this.root, table, `${date}.parquet`)
  }

  /** The partitions of a table up to and including a date, oldest first. */
  partitions(table: string, last: string): string[] {
    return this.dates(table)
      .filter((date) => date <= last)
      .map((date) => this.partition(table, date))
  }

  /** The dates that a table has a partition for, oldest first. */
  dates(table: string): string[] {
    return listFolder(join(this.root, table))
      .filter((file) => /^\d{4}-\d{2}-\d{2}\.parquet$/.test(file))
      .map((file) => file.slice(0, 10))
      .sort()
  }

  /**
   * Writes a query's rows as a partition, in full or not at all. The query must order its rows. A closed day is only
   * compared, and `differences` names the table, unless the partition no longer matches the day's record.
   */
  async write(
    db: Database,
    table: string,
    date: string,
    query: string,
    format = 'format parquet, compression zstd, parquet_version v2',
  ): Promise<void> {
    const path = this.partition(table, date)
    mkdirSync(dirname(path), { recursive: true })
    const scratch = `${path}.${process.pid}.writing`
    await db.run(`copy (${query}) to ${literal(scratch)} (${format})`)
    if (!this.isClosed(date)) return renameSync(scratch, path)
    const [newHash, oldHash] = [sha256File(scratch), existsSync(path) ? sha256File(path) : null]
    const record = this.day(date)
    // Without its record, only the record derived next shows whether this is the original partition.
    const named = record === null ? newHash : record.partitions[table]
    if (newHash === named && oldHash !== named) {
      renameSync(scratch, path)
      this.repaired.push(table)
    } else {
      if (newHash !== oldHash) this.differences.push(table)
      rmSync(scratch)
    }
  }

  /** True if a later day has built on this one, after which it is never written again. */
  isClosed(date: string): boolean {
    return this.days().some((done) => done > date)
  }

  /** Removes the partition of an earlier attempt at an open day. */
  remove(table: string, date: string): void {
    if (!this.isClosed(date)) rmSync(this.partition(table, date), { force: true })
  }

  /** Returns the record of a date, or null when it is missing or unreadable. */
  day(date: string): DayRecord | null {
    const path = this.dayPath(date)
    const known =
      this.#records.get(date) ?? (existsSync(path) ? parseRecord(readFileSync(path, 'utf8'), date) : null)
    if (known !== null) this.#records.set(date, known)
    return known
  }

  /** Returns the first finished date after this one, or null. */
  dayAfter(date: string): string | null {
    return this.days().find((done) => done > date) ?? null
  }

  /** Returns the last finished date before this one, or null. */
  dayBefore(date: string): string | null {
    return this.days().findLast((done) => done < date) ?? null
  }

  /** The SHA-256 that the record of a date must have, since the next one is built on it; null where there is none. */
  hashNamedByNext(date: string): string | null {
    const next = this.dayAfter(date)
    const previous = next === null ? null : (this.day(next)?.previous ?? null)
    const before = this.dayBefore(date)
    // The next record names the one before this date where there never was one in between.
    const isOther = before !== null && previous === this.dayDigest(before)
    return isOther ? null : previous
  }

  /** Returns the finished dates, oldest first. */
  days(): string[] {
    return listFolder(join(this.root, 'days'))
      .filter((file) => /^\d{4}-\d{2}-\d{2}\.json$/.test(file))
      .map((file) => file.slice(0, 10))
      .sort()
  }

  dayDigest(date: string): string {
    return sha256File(this.dayPath(date))
  }

  writeDay(record: DayRecord): void {
    this.#records.delete(record.date)
    this.writeText(this.dayPath(record.date), formatRecord(record))
  }

  /** Writes a file of the history, in full or not at all. */
  writeText(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.${process.pid}.writing`, text)
    renameSync(`${path}.${process.pid}.writing`, path)
  }

  /** Removes half-written files of killed runs. Only for a run that is the history's one writer. */
  removeTemporaryFiles(): void {
    for (const folder of ['days', ...this.tables()])
      for (const file of listFolder(join(this.root, folder)))
        if (file.endsWith('.writing')) rmSync(join(this.root, folder, file), { force: true })
  }

  /** SHA-256 of the partitions that a date has, by table. */
  digests(date: string): Record<string, string> {
    const found: Record<string, string> = {}
    for (const table of this.tables()) {
      const path = this.partition(table, date)
      if (existsSync(path)) found[table] = sha256File(path)
    }
    return found
  }

  tables(): string[] {
    const folders = (at: string): string[] =>
      existsSync(at)
        ? readdirSync(at, { withFileTypes: true })
            .filter((dirent) => dirent.isDirectory())
            .map((dirent) => dirent.name)
        : []
    return folders(this.root)
      .flatMap((name) =>
        GROUPS.includes(name) ? folders(join(this.root, name)).map((sub) => `${name}/${sub}`) : [name],
      )
      .sort()
  }

  dayPath(date: string): string {
    return join(this.root, 'days', `${date}.json`)
  }
}

const listFolder = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

export const sha256File = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex')
