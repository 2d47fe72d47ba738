import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { type History, sha256File } from './history.ts'

const MAGIC = 'PAR1'

/** Returns the partitions of unfinished runs, of dates before a day: no record names them yet. */
function listUnfinished(history: History, day: string): { key: string; path: string }[] {
  const records = history.days().flatMap((date) => history.day(date) ?? [])
  const named = new Set(records.flatMap((record) => Object.keys(record.unfinished ?? {})))
  const done = new Set(history.days())
  return history.tables().flatMap((table) =>
    history
      .dates(table)
      .filter((date) => date < day && !done.has(date) && !named.has(`${table}/${date}`))
      .map((date) => ({ key: `${table}/${date}`, path: history.partition(table, date) })),
  )
}

/** SHA-256 of each, for the record of the first day that builds on them. */
export function unfinishedDigests(history: History, day: string): Record<string, string> {
  return Object.fromEntries(listUnfinished(history, day).map(({ key, path }) => [key, sha256File(path)]))
}

/** Those that are not a whole Parquet file. */
export const findTruncated = (history: History, day: string) =>
  listUnfinished(history, day)
    .filter(({ path }) => !isWhole(path))
    .map(({ path }) => ({ path, problem: 'is cut short, of a run that did not end', repair: 'delete it' }))

/** A Parquet file begins and ends with the same four letters. */
function isWhole(path: string): boolean {
  const { size } = statSync(path)
  const file = openSync(path, 'r')
  try {
    const letters = (at: number): string => {
      const bytes = Buffer.alloc(MAGIC.length)
      readSync(file, bytes, 0, MAGIC.length, at)
      return bytes.toString('latin1')
    }
    return size > 2 * MAGIC.length && letters(0) === MAGIC && letters(size - MAGIC.length) === MAGIC
  } finally {
    closeSync(file)
  }
}
