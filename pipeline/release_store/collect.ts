import type { ListedObject } from '../../core/bucket/answer_text.ts'
import { bucketName } from '../../core/bucket/settings.ts'
import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import { inParallel } from '../../core/release_store/in_parallel.ts'
import { BLOBS, RELEASES } from '../../core/release_store/keys.ts'
import { type Pointer, readHead, type VersionedPointer } from '../../core/release_store/pointer.ts'
import type { Reporter } from '../run/types.ts'
import { findReferenced } from './referenced.ts'
import { movePointer, requireHead, type Store } from './store.ts'

/** Options of a garbage collection. */
export interface CollectOptions {
  /** Newer objects are not deleted; milliseconds by the clock of the store. */
  writtenBefore: number
  isDryRun: boolean
  /** Continues an interrupted collection. Only while no other is running. */
  isResumed: boolean
}

/** Counts of deleted objects, or of those a dry run would delete. */
export interface CollectResult {
  objects: number
  bytes: number
  retained: number
}

/**
 * Deletes objects that are not reachable from the pointer. The pointer is marked first: a publisher that relies on one
 * of them then has to upload it again, and must wait until the mark is removed.
 */
export async function collect(
  store: Store,
  options: CollectOptions,
  report: Reporter,
): Promise<CollectResult> {
  const { bucket } = store
  const head = requireHead(bucket, await readHead(bucket))
  requireFree(store, head.pointer, options)
  report.step('Reading the lists of the store')
  const needed = await findReferenced(bucket, head.pointer)
  const unneeded: ListedObject[] = []
  for (const start of [BLOBS, RELEASES])
    for await (const object of bucket.list(start))
      if (!needed.has(object.key) && object.modified < options.writtenBefore) unneeded.push(object)
  const collected = {
    objects: unneeded.length,
    bytes: unneeded.reduce((sum, { bytes }) => sum + bytes, 0),
    retained: needed.size,
  }
  const isOpen = head.pointer.is_collecting === true
  if (options.isDryRun || (unneeded.length === 0 && !isOpen)) return collected
  const during = await moveOrFail(store, head, { ...pickState(head.pointer), is_collecting: true })
  report.step('Deleting', unneeded.length)
  await inParallel(unneeded, async ({ key }) => {
    await bucket.delete(key)
    report.tick()
  })
  await moveOrFail(store, during, pickState(head.pointer))
  return collected
}

const pickState = ({ release, contents, log }: Pointer) => ({ release, contents, log })

async function moveOrFail(
  store: Store,
  before: VersionedPointer,
  next: Parameters<typeof movePointer>[2],
): Promise<VersionedPointer> {
  const moved = await movePointer(store, before, next)
  if (moved.isMoved) return moved.head
  throw new RunFailed(
    `the pointer of ${bucketName(store.bucket.settings)} was moved by somebody else in the meantime: nothing that it leads to was deleted. Run the same command again`,
  )
}

function requireFree(
  { bucket }: Store,
  { is_collecting }: Pointer,
  { isDryRun, isResumed }: CollectOptions,
): void {
  if (is_collecting && !isDryRun && !isResumed)
    throw new BadUsage(
      `garbage of ${bucketName(bucket.settings)} is being collected, or that was cut short: once no npm run assay -- store gc is under way on any machine, run it with --resume`,
    )
}
