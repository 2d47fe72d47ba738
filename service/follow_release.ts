import { join } from 'node:path'
import { ServedRelease } from '../handler/served_release.ts'
import { diskBlobs } from '../pipeline/release/disk_blobs.ts'
import { openReader } from '../pipeline/release/reader.ts'
import { currentTarget } from '../pipeline/release/release.ts'

const LOOK_EVERY_MS = 1000

/** Settings of what follows the published releases. */
export interface FollowOptions {
  output: string
  /** A clock in milliseconds that never goes back. */
  now: () => number
  log: (error: unknown) => void
}

/** What is published now. */
export interface Follower {
  /** The release to serve, or null when nothing is published; one that cannot be opened leaves the one from before. */
  current(): Promise<ServedRelease | null>
  /** What `current` says, e.g. `releases/<id>`: looked at once a second at most. */
  target(): string | null
}

/** Follows the pointer of an output folder. */
export function followRelease({ output, now, log }: FollowOptions): Follower {
  let named: string | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let opened: { target: string | null; release: Promise<ServedRelease | null> } | null = null

  const target = (): string | null => {
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
  const open = async (at: string, before: ServedRelease | null): Promise<ServedRelease | null> => {
    try {
      return new ServedRelease(await openReader(diskBlobs(join(output, at))), now)
    } catch (cause) {
      log(new Error(`${at} cannot be opened, what was served before is served on: ${cause}`, { cause }))
      return before
    }
  }
  const current = async (): Promise<ServedRelease | null> => {
    const at = target()
    if (opened?.target === at) return opened.release
    const before = (await opened?.release) ?? null
    if (opened?.target !== at)
      opened = { target: at, release: at === null ? Promise.resolve(null) : open(at, before) }
    return opened.release
  }
  return { current, target }
}
