import { z } from 'zod'
import { sha256 } from '../../core/interface/schemas/sha256.ts'

const hashes = z.record(z.string(), sha256)

const schema = z.strictObject({
  date: z.iso.date(),
  previous: sha256.nullable(),
  archive: hashes,
  partitions: hashes,
  unfinished: hashes.optional(),
  backfilled: z.literal(true).optional(),
  code: sha256,
  base_url: z.string(),
  manifest_sha256: sha256.nullable(),
})

/** That a day is done: what went in, what came out, chained to the day before. Written last. */
export interface DayRecord {
  date: string
  /** SHA-256 of the record of the day before in this history, or null on the first day. */
  previous: string | null
  /** SHA-256 of the archive of each date that this day is the first to build on. */
  archive: Record<string, string>
  /** SHA-256 of each partition written for this day, by table. */
  partitions: Record<string, string>
  /** SHA-256 of partitions that runs left since the day before which did not end, by `<table>/<date>`. */
  unfinished?: Record<string, string> | undefined
  /** The day was over when it was read: what was not dated in itself is unknown. */
  backfilled?: true | undefined
  code: string
  base_url: string
  /** Null for a day without a release, as one that was read afterwards. */
  manifest_sha256: string | null
}

/** A record as it is kept. */
export const formatRecord = (record: DayRecord): string => `${JSON.stringify(record, null, 2)}\n`

/** Reads what `formatRecord` wrote for a date; null when it is not that. */
export function parseRecord(text: string, date: string): DayRecord | null {
  try {
    const record = schema.parse(JSON.parse(text))
    return record.date === date && formatRecord(record) === text ? record : null
  } catch {
    return null
  }
}
