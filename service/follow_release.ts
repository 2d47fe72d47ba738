import { join } from 'node:path'
import { currentTarget, openRelease } from '../pipeline/release/release.ts'
import { ByteCache } from './byte_cache.ts'
import { ServedRelease } from './served_release.ts'

const CACHE_BYTES = 64 * 1024 * 1024
const LOOK_EVERY_MS = 1000

/** Settings of what follows the published releases. */
export interface FollowOptions {
  output: string
  /** A clock in milliseconds that never goes back. */
  now: () => number
  log: (error: unknown) => void
}

/**
 * Gives the release that `current` names, or null when nothing is published. It looks at most once a second; a new
 * release that cannot be opened is logged, and the one from before is served on.
 */
export function followRelease({ output, now, log }: FollowOptions): () => ServedRelease | null {
  const cache = new ByteCache(CACHE_BYTES)
  let served: ServedRelease | null = null
  let target: string | null = null
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = () => {
    const named = currentTarget(output)
    if (named === target) return
    const release = named === null ? null : openRelease(join(output, named))
    served = release && new ServedRelease(release, cache, now)
    target = named
  }
  return () => {
    const time = now()
    if (time - lookedAt < LOOK_EVERY_MS) return served
    lookedAt = time
    try {
      look()
    } catch (error) {
      log(error)
    }
    return served
  }
}
