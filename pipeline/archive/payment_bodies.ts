import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../../core/disk/atomic_write.ts'
import { daysBefore } from '../../core/domain/dates.ts'
import { OperationalError } from '../../core/domain/errors.ts'
import type { Archive } from './archive.ts'

/** The source whose bodies are the most of an archive. Its rows stay in the history. */
const PAYMENTS = 'x402_payments'
/** File of an archive. For each run that kept bodies of its last days alone: the first of these days, by the day of the run. */
export const KEPT_FILE = 'payment_bodies.json'

const keptSchema = z.record(z.iso.date(), z.iso.date())
type Kept = z.infer<typeof keptSchema>

/** Returns the first day that the archive in `root` can rebuild, as the run of `day` left it; null where that is every day. */
export function firstRebuildableDay(root: string, day: string): string | null {
  const froms = Object.entries(readKept(root)).flatMap(([ran, from]) => (ran <= day ? [from] : []))
  return froms.sort().at(-1) ?? null
}

/** Notes that the run of a day keeps bodies of payments for its last `days` days alone, before anything is published of it. */
export function notePaymentBodies(archive: Archive, day: string, days: number): void {
  const from = daysBefore(day, days - 1)
  const hasEarlier = archive.dates().some((date) => date < from && archive.sources(date).includes(PAYMENTS))
  if (!hasEarlier) return
  const kept = { ...readKept(archive.root), [day]: from }
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileAtomically(join(archive.root, KEPT_FILE), `${JSON.stringify(sorted, null, 1)}\n`)
}

/** Removes the bodies that payments of days before the noted one alone use; returns their number and size. */
export function dropPaymentBodies(archive: Archive, day: string): { bodies: number; bytes: number } {
  const from = firstRebuildableDay(archive.root, day)
  const records = archive.dates().flatMap((date) => archive.records(date).map((source) => ({ date, source })))
  const isOld = ({ date, source }: (typeof records)[number]) =>
    from !== null && source.split('.')[0] === PAYMENTS && date < from
  const old = new Set(
    records
      .filter(isOld)
      .flatMap(({ date, source }) => archive.listBodies(date, source))
      .filter((hash) => archive.hasBody(hash)),
  )
  // Only where there is something to drop: all other records are read for it.
  for (const record of old.size === 0 ? [] : records.filter((record) => !isOld(record)))
    for (const hash of archive.listBodies(record.date, record.source)) old.delete(hash)
  const bytes = [...old].reduce((sum, hash) => sum + archive.removeBody(hash), 0)
  return { bodies: old.size, bytes }
}

function readKept(root: string): Kept {
  const path = join(root, KEPT_FILE)
  if (!existsSync(path)) return {}
  try {
    return keptSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    throw new OperationalError(`${path} is damaged: restore it from a copy`, { cause })
  }
}
