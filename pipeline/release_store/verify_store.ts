import { hash } from 'node:crypto'
import type { Bucket } from '../../core/bucket/bucket.ts'
import { inParallel } from '../../core/release_store/in_parallel.ts'
import { readHead } from '../../core/release_store/pointer.ts'
import type { Reporter } from '../run/types.ts'
import { findMissingObjects, findReferenced, type NeededObject, readStoredObjects } from './referenced.ts'
import { requireHead, type Store } from './store.ts'

/** Result of a verification. */
export interface StoreVerification {
  serial: number
  release: string | null
  objects: number
  bytes: number
  /** Unreachable objects; npm run assay -- store gc deletes them. */
  unneeded: number
  /** One line for each missing or damaged object; empty for an intact store. */
  problems: string[]
}

/**
 * Checks that every object reachable from the pointer exists with the right length; with `isDeep` reads each and
 * compares its hash.
 */
export async function verifyStore(
  { bucket }: Store,
  isDeep: boolean,
  report: Reporter,
): Promise<StoreVerification> {
  const { pointer } = requireHead(bucket, await readHead(bucket))
  report.step('Reading the lists of the store')
  const needed = await findReferenced(bucket, pointer)
  const lengths = await readStoredObjects(bucket)
  const problems = findMissingObjects(needed, lengths)
  if (isDeep) problems.push(...(await findDamaged(bucket, needed, lengths, report)))
  return {
    serial: pointer.serial,
    release: pointer.release?.id ?? null,
    objects: needed.size,
    bytes: [...needed.keys()].reduce((sum, key) => sum + (lengths.get(key) ?? 0), 0),
    unneeded: [...lengths.keys()].filter((key) => !needed.has(key)).length,
    problems: problems.sort(),
  }
}

async function findDamaged(
  bucket: Bucket,
  needed: ReadonlyMap<string, NeededObject>,
  lengths: ReadonlyMap<string, number>,
  report: Reporter,
): Promise<string[]> {
  const problems: string[] = []
  // An object of another length is reported already, and may be of any size.
  const there = [...needed].filter(
    ([key, { bytes }]) => lengths.has(key) && (bytes ?? lengths.get(key)) === lengths.get(key),
  )
  report.step('Reading every object', there.length)
  await inParallel(there, async ([key, { sha256, what }]) => {
    const stored = await bucket.get(key, lengths.get(key) ?? 0)
    if (stored !== null && hash('sha256', stored.bytes) !== sha256)
      problems.push(`${key} is damaged: it is ${what}`)
    report.tick()
  })
  return problems
}
