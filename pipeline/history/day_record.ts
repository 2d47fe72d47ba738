import { z } from 'zod'
import { sha256 } from '../../core/interface/schemas/sha256.ts'

const hashes = z.record(z.string(), sha256)

const schema = z.strictObject({
  date: z.iso.date(),
  previous: sha256.nullable(),
  archive: hashes,
  partitions: hashes,
  unfinished: hashes.optional(),
  code: sha256,
  base_url: z.string(),
  static_host: z.literal(true).optional(),
  manifest_sha256: sha256.nullable(),
})

/** The record of a finished day: hashes of its inputs and outputs, chained to the day before. Written last. */
export interface DayRecord {
  date: string
  /** SHA-256 of the record of the day before in this history, or null on the first day. */
  previous: string | null
  /** SHA-256 of the archive of each date that this day is the first to build on. */
  archive: Record<string, string>
  /** SHA-256 of each partition written for this day, by table. */
  partitions: Record<string, string>
  /** SHA-256 of partitions left by runs since the day before that did not end, by `<table>/<date>`. */
  unfinished?: Record<string, string> | undefined
  code: string
  base_url: string
  /** The site is served as files alone. */
  static_host?: true | undefined
  /** Null for a day without a release. */
  manifest_sha256: string | null
}

/** Formats a record as it is stored. */
export const formatRecord = (record: DayRecord): string => `${JSON.stringify(record, null, 2)}\n`

/** Parses a record from `formatRecord` for a date; null when malformed. */
export function parseRecord(text: string, date: string): DayRecord | null {
  try {
    const record = schema.parse(JSON.parse(text))
    return record.date === date && formatRecord(record) === text ? record : null
  } catch {
    return null
  }
}
