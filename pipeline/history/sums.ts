import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Archive } from '../archive/archive.ts'
import { type DayRecord, formatRecord } from './day_record.ts'
import type { History } from './history.ts'

const LINE = /^([0-9a-f]{64}) {2}(.+)$/

const getSumsPath = (history: History, date: string): string => join(history.root, 'days', `${date}.sha256`)

/** Names of files in the list: relative to the output folder, with forward slashes. */
export const recordFile = (date: string): string => `history/days/${date}.json`
export const archiveFile = (date: string, source: string): string => `archive/${date}/${source}.ndjson`

/**
 * Writes the list of a day's record and the archive files that it was built from, each with its SHA-256, in the format
 * of `sha256sum -c`; of a compressed file the hash is that of its text. The record alone shows neither its own change, as long as no later one is built on it, nor which
 * file of an archive changed.
 */
export function writeSums(archive: Archive, history: History, record: DayRecord): void {
  const files = Object.keys(record.archive).flatMap((date) =>
    Object.entries(archive.digests(date)).map(([source, hash]) => `${hash}  ${archiveFile(date, source)}`),
  )
  const own = createHash('sha256').update(formatRecord(record)).digest('hex')
  const lines = [`${own}  ${recordFile(record.date)}`, ...files.sort()]
  history.writeText(getSumsPath(history, record.date), `${lines.join('\n')}\n`)
}

/** Reads the list of a day, by file; null where there is none, as of a day that an older version closed. */
export function readSums(history: History, date: string): Map<string, string> | null {
  const path = getSumsPath(history, date)
  if (!existsSync(path)) return null
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return new Map(lines.map((line) => LINE.exec(line)).map((found) => [found?.[2] ?? '', found?.[1] ?? '']))
}

/** Removes the list of a day. */
export const removeSums = (history: History, date: string): void =>
  rmSync(getSumsPath(history, date), { force: true })
