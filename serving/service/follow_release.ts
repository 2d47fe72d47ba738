import { join } from 'node:path'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import { openReader } from '../../core/release/reader.ts'
import { currentTarget } from '../../core/release/release.ts'
import { sharedLoads } from '../../core/release/share.ts'
import { ServedRelease } from '../handler/served_release.ts'
import { PatientReads } from './patient_reads.ts'

const LOOK_EVERY_MS = 1000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000

/** Settings of what follows the published releases. */
export interface FollowOptions {
  output: string
  /** A clock in milliseconds that never goes back. */
  now: () => number
  log: (error: unknown) => void
  /** Who reads the files, with a limit of its own without it. */
  reads?: PatientReads
}

/** What is published now. */
export interface Follower {
  /**
   * The release to serve, or null when nothing is published. While one cannot be opened the one from before is given,
   * and it is tried again, after a second first and after a minute at last.
   */
  current(): Promise<ServedRelease | null>
  /** Changes with what `current` gives: looked at once a second at most. */
  version(): string
  /** Bytes that the release holds in memory. */
  cachedBytes(): number
}

/** What was pointed to, and how opening it went. */
interface Attempt {
  target: string | null
  /** Settles when it was tried once. */
  tried: Promise<void>
  failures: number
  /** When to try again; null while it is under way, or when it is open. */
  retryAt: number | null
}

/** Follows the pointer of an output folder. */
export function followRelease({ output, now, log, reads = new PatientReads() }: FollowOptions): Follower {
  let named: string | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let served: ServedRelease | null = null
  let attempt: Attempt | null = null

  const look = (): string | null => {
    const time = now()
    if (time - lookedAt < LOOK_EVERY_MS) return named
    lookedAt = time
    try {
      named = currentTarget(output)
    } catch (error) {
      log(error)
    }
    return named
  }
  const open = async (at: string): Promise<ServedRelease> => {
    const share = sharedLoads()
    const release = new ServedRelease(
      await openReader(reads.of(diskBlobs(join(output, at))), { share }),
      now,
      { share },
    )
    // Read before the first caller comes, so that handles that nobody has cost nothing from the start.
    await release.agents()
    return release
  }
  const attemptTo = async (one: Attempt): Promise<void> => {
    one.retryAt = null
    try {
      served = one.target === null ? null : await open(one.target)
    } catch (cause) {
      one.failures += 1
      one.retryAt = now() + Math.min(FIRST_RETRY_MS * 2 ** (one.failures - 1), LONGEST_RETRY_MS)
      // Told once: what is wrong with a release rarely changes from one try to the next.
      if (one.failures === 1) log(cannotBeOpened(one.target, cause))
    }
  }
  const begin = (target: string | null, before: Attempt | null): Attempt => {
    const one: Attempt = { target, tried: Promise.resolve(), failures: 0, retryAt: null }
    // One after the other, so that the last that was pointed to is the one that stays.
    one.tried = (before?.tried ?? Promise.resolve()).then(() => attemptTo(one))
    return one
  }
  const current = async (): Promise<ServedRelease | null> => {
    const target = look()
    if (attempt === null || attempt.target !== target) attempt = begin(target, attempt)
    else if (attempt.retryAt !== null && now() >= attempt.retryAt) void attemptTo(attempt)
    await attempt.tried
    return served
  }
  return {
    current,
    version: () => `${look()} ${served?.id}`,
    cachedBytes: () => served?.cachedBytes ?? 0,
  }
}

const cannotBeOpened = (target: string | null, cause: unknown): Error =>
  new Error(
    `${target} cannot be opened, what was served before is served on, and opening it is tried again: ${cause}`,
    { cause },
  )
