import type { Bucket } from '../../core/bucket/bucket.ts'
import { type EtagFormat, probeConditions } from '../../core/bucket/probe.ts'
import { bucketName } from '../../core/bucket/settings.ts'
import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import { POINTER } from '../../core/release_store/keys.ts'
import {
  type Pointer,
  pointerBytes,
  readHead,
  type VersionedPointer,
} from '../../core/release_store/pointer.ts'

/** A store with everything needed to change it. */
export interface Store {
  bucket: Bucket
  /** Returns a text that was never returned before. */
  unique: () => string
  sleep: (ms: number) => Promise<unknown>
}

/** Result of a pointer move, with the current pointer if another command moved it. */
export type MoveResult =
  | { isMoved: true; head: VersionedPointer }
  | { isMoved: false; now: VersionedPointer | null }

const MAX_TRIES = 6
const PAUSE_MS = 500
const conditions = new WeakMap<Bucket, EtagFormat>()

/** Throws for a store that ignores conditional writes; probed once per client. */
export async function requireConditions({ bucket, unique }: Store): Promise<EtagFormat> {
  const known = conditions.get(bucket)
  if (known !== undefined) return known
  const condition = await probeConditions(bucket, unique())
  conditions.set(bucket, condition)
  return condition
}

/**
 * Moves the pointer if it is still the one that was read as `before`. If an answer is lost, reads the pointer: its
 * unique text tells whether it is ours.
 */
export async function movePointer(
  store: Store,
  before: VersionedPointer | null,
  next: Omit<Pointer, 'format' | 'serial' | 'unique'>,
): Promise<MoveResult> {
  const { bucket, unique, sleep } = store
  const condition = await requireConditions(store)
  const pointer: Pointer = { format: 1, serial: (before?.pointer.serial ?? 0) + 1, unique: unique(), ...next }
  const bytes = pointerBytes(pointer)
  for (let tried = 1; tried <= MAX_TRIES; tried += 1) {
    const outcome = await (before === null
      ? bucket.putIfNew(POINTER, bytes)
      : bucket.putIfMatch(POINTER, bytes, condition(before.etag)))
    const now = await readHead(bucket)
    if (now?.pointer.unique === pointer.unique) return { isMoved: true, head: now }
    const isAsBefore = now?.pointer.unique === before?.pointer.unique
    if (!isAsBefore || outcome === 'refused') return { isMoved: false, now }
    await sleep(PAUSE_MS * tried)
  }
  throw new RunFailed(
    `${bucketName(bucket.settings)} answers every write of ${POINTER} with an error: nothing new is served. Run the same command again when it works`,
  )
}

/** Returns the pointer of a store; throws BadUsage if nothing was published there. */
export function requireHead({ settings }: Bucket, head: VersionedPointer | null): VersionedPointer {
  if (head !== null) return head
  throw new BadUsage(
    `${bucketName(settings)} holds no release: check RELEASE_STORE and S3_ENDPOINT; npm run daily publishes the first`,
  )
}
