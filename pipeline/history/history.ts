import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Database, literal } from '../model/database.ts'

/** That a day is done: what went in, what came out, chained to the day before. Written last. */
export interface DayRecord {
  date: string
  /** SHA-256 of the record of the day before in this history, or null on the first day. */
  previous: string | null
  /** SHA-256 of the archive of each date that this day is the first to build on. */
  archive: Record<string, string>
  /** SHA-256 of each partition written for this day. */
  partitions: Record<string, string>
  code: string
  base_url: string
  manifest_sha256: string
}

/**
 * Dated, immutable Parquet: what a day leaves for the days after it. A partition is `<table>/<date>.parquet`; a
 * day is closed once a later day has its record, and is never written again.
 */
export class History {
  /** Tables of a closed day that came out otherwise than they stand in the history. */
  readonly differences: string[] = []

  constructor(readonly root: string) {}

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
    const folder = join(this.root, table)
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((file) => /^\d{4}-\d{2}-\d{2}\.parquet$/.test(file))
      .map((file) => file.slice(0, 10))
      .sort()
  }

  /**
   * Writes a query's rows as a partition, whole or not at all. The query must order its rows. A closed day is only
   * compared: `differences` then names the table.
   */
  async write(db: Database, table: string, date: string, query: string): Promise<void> {
    const path = this.partition(table, date)
    mkdirSync(dirname(path), { recursive: true })
    const scratch = `${path}.${process.pid}.writing`
    await db.run(
      `copy (${query}) to ${literal(scratch)} (format parquet, compression zstd, parquet_version v2)`,
    )
    if (!this.isClosed(date)) return renameSync(scratch, path)
    if (!existsSync(path) || sha256File(scratch) !== sha256File(path)) this.differences.push(table)
    rmSync(scratch)
  }

  /** Whether a later day has built on this one, after which it is never written again. */
  isClosed(date: string): boolean {
    return this.days().some((done) => done > date)
  }

  /** Takes back what an earlier attempt at an open day wrote. */
  remove(table: string, date: string): void {
    if (!this.isClosed(date)) rmSync(this.partition(table, date), { force: true })
  }

  day(date: string): DayRecord | null {
    const path = this.dayPath(date)
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DayRecord) : null
  }

  /** The dates that are done, oldest first. */
  days(): string[] {
    const folder = join(this.root, 'days')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, 10))
      .sort()
  }

  dayDigest(date: string): string {
    return createHash('sha256')
      .update(readFileSync(this.dayPath(date)))
      .digest('hex')
  }

  writeDay(record: DayRecord): void {
    const path = this.dayPath(record.date)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.${process.pid}.writing`, `${JSON.stringify(record, null, 2)}\n`)
    renameSync(`${path}.${process.pid}.writing`, path)
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

  private tables(): string[] {
    const folders = (at: string): string[] =>
      existsSync(at)
        ? readdirSync(at, { withFileTypes: true })
            .filter((one) => one.isDirectory())
            .map((one) => one.name)
        : []
    return folders(this.root)
      .flatMap((name) =>
        name === 'observations' ? folders(join(this.root, name)).map((sub) => `${name}/${sub}`) : [name],
      )
      .sort()
  }

  private dayPath(date: string): string {
    return join(this.root, 'days', `${date}.json`)
  }
}

const sha256File = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
