import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import { OperationalError } from '../domain/errors.ts'
import { sha256 } from '../interface/schemas/sha256.ts'
import type { LoggedDay } from './entries.ts'

const index = z.int().min(0)
const schema: z.ZodType<LoggedDay[]> = z.array(
  z.strictObject({
    ...{ date: z.iso.date(), release: z.string(), manifest_sha256: sha256 },
    ...{ first_index: index, log_size: index, log_root: sha256 },
    ...{ previous_digest: sha256.nullable(), digest: sha256, checkpoint_sha256: sha256 },
  }),
)

/** Reads the list of days of a log; throws for anything else. */
export const parseDays = (text: string): LoggedDay[] => schema.parse(JSON.parse(text))

/** The digest of a day, which covers the day before by its digest. */
export function dayDigest(
  day: Omit<LoggedDay, 'digest' | 'checkpoint_sha256' | 'first_index' | 'release'>,
): string {
  const { date, log_root, log_size, manifest_sha256, previous_digest } = day
  return hash('sha256', canonicalize({ date, log_root, log_size, manifest_sha256, previous_digest }) ?? '')
}

/**
 * Throws OperationalError unless each day names the one before it by its digest and begins where that ends, the last of
 * them at `size`. Then the last digest vouches for all of them; their roots and manifests are still to be proven.
 */
export function requireChain(days: readonly LoggedDay[], size: number): void {
  let [end, digest] = [0, null as string | null]
  for (const day of days) {
    const isNext = day.first_index === end && day.log_size > end && day.previous_digest === digest
    if (!isNext || day.digest !== dayDigest(day))
      throw new OperationalError(
        `the row of ${day.date} in entries/days.json does not follow from the one before it`,
      )
    end = day.log_size
    digest = day.digest
  }
  if (end !== size)
    throw new OperationalError(`entries/days.json ends at ${end} entries, and the checkpoint has ${size}`)
}
