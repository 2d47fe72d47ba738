import { hash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OperationalError } from '../../../core/domain/errors.ts'
import { openProjection } from '../../../core/projection/open_projection.ts'
import { inflate } from '../../../core/release/deflate.ts'
import { diskBlobs } from '../../../core/release/disk_blobs.ts'
import { openReader, type ReleaseReader } from '../../../core/release/reader.ts'
import { currentTarget } from '../../../core/release/release.ts'
import { sharedLoads } from '../../../core/release/shared_loads.ts'
import { ServedRelease } from '../../handler/served_release.ts'
import { StoreUnavailable } from '../store/database.ts'
import type { ReleaseAdmission } from './known_log/log_guard.ts'
import { ReleaseRefused, toOffered } from './known_log/offered_release.ts'
import { ReadQueue } from './read_queue.ts'

const LOOK_EVERY_MS = 1000
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 60_000
const TARGET = /^releases\/(\d{4}-\d\d-\d\d-[0-9a-f]{12})$/

/** Settings of a release follower. */
export interface FollowOptions {
  output: string
  /** A monotonic clock in milliseconds. */
  now: () => number
  log: (error: unknown) => void
  /** Reads the files; default: a queue of its own. */
  reads?: ReadQueue
  /** Decides what may be served; default: whatever the pointer names. */
  admission?: ReleaseAdmission
}

/** The release published now. */
export interface Follower {
  /**
   * Returns the release to serve, or null when nothing is published. While one cannot be opened, or is not admitted,
   * the previous one is returned, and it is retried, first after a second and at most after a minute.
   */
  current(): Promise<ServedRelease | null>
  /** Changes with the result of `current`, which is checked once a second at most. */
  version(): string
  /** Bytes that the release caches in memory. */
  cachedBytes(): number
}

/** An attempt to open the target of the pointer. */
interface Attempt {
  target: string | null
  /** Settles after the first try. */
  firstTry: Promise<void>
  failures: number
  /** Time of the next try; null while one is in progress, or when it is open. */
  retryAt: number | null
}

/** Follows the pointer of an output folder. */
export function followRelease(options: FollowOptions): Follower {
  const followed = new FollowedRelease(options)
  return {
    current: () => followed.current(),
    version: () => followed.version(),
    cachedBytes: () => followed.cachedBytes(),
  }
}

class FollowedRelease implements Follower {
  readonly #o: FollowOptions
  readonly #reads: ReadQueue
  #named: string | null = null
  #checkedAt = Number.NEGATIVE_INFINITY
  #served: ServedRelease | null = null
  #attempt: Attempt | null = null

  constructor(options: FollowOptions) {
    this.#o = options
    this.#reads = options.reads ?? new ReadQueue()
  }

  async current(): Promise<ServedRelease | null> {
    const target = this.#check()
    const last = this.#attempt
    const attempt = last?.target === target ? last : this.#startAttempt(target, last)
    this.#attempt = attempt
    if (attempt.retryAt !== null && this.#o.now() >= attempt.retryAt) void this.#try(attempt)
    await attempt.firstTry
    return this.#served
  }

  version(): string {
    return `${this.#check()} ${this.#served?.id}`
  }

  cachedBytes(): number {
    return this.#served?.cachedBytes ?? 0
  }

  #check(): string | null {
    const time = this.#o.now()
    if (time - this.#checkedAt < LOOK_EVERY_MS) return this.#named
    this.#checkedAt = time
    try {
      this.#named = currentTarget(this.#o.output)
    } catch (error) {
      this.#o.log(error)
    }
    return this.#named
  }

  #startAttempt(target: string | null, before: Attempt | null): Attempt {
    const attempt: Attempt = { target, firstTry: Promise.resolve(), failures: 0, retryAt: null }
    // One after the other, so that the last target stays.
    attempt.firstTry = (before?.firstTry ?? Promise.resolve()).then(() => this.#try(attempt))
    return attempt
  }

  async #try(attempt: Attempt): Promise<void> {
    const { now, log } = this.#o
    attempt.retryAt = null
    try {
      this.#served = attempt.target === null ? null : await this.#openAdmitted(attempt.target)
    } catch (cause) {
      attempt.failures += 1
      attempt.retryAt = now() + Math.min(FIRST_RETRY_MS * 2 ** (attempt.failures - 1), MAX_RETRY_MS)
      // Logged once: the cause rarely changes from one try to the next.
      if (attempt.failures === 1) log(cannotBeServed(attempt.target, cause))
      this.#served ??= await this.#findPrevious(attempt.target, cause).catch(() => null)
    }
  }

  async #openAdmitted(target: string): Promise<ServedRelease> {
    const release = await this.#open(target)
    await this.#o.admission?.admit(toOffered(release.reader))
    return release
  }

  /**
   * Returns the release to serve after a start whose release cannot be: the one admitted last, or the release itself
   * while the store is unavailable, in which nothing is vouched for.
   */
  async #findPrevious(target: string | null, cause: unknown): Promise<ServedRelease | null> {
    const { admission } = this.#o
    if (admission === undefined || target === null) return null
    if (cause instanceof StoreUnavailable) return this.#open(target)
    const last = await admission.lastAdmitted()
    const release = last && (await this.#open(`releases/${last.id}`))
    return release?.reader.manifestSha256 === last?.manifestSha256 ? release : null
  }

  async #open(target: string): Promise<ServedRelease> {
    const { output } = this.#o
    const [, id] = TARGET.exec(target) ?? []
    if (id === undefined)
      throw new OperationalError('the link "current" has to name releases/<id> and nothing else')
    const share = sharedLoads()
    const reader = await openReader(this.#reads.of(diskBlobs(join(output, target))), {
      ...{ share, inflate, openProjection, digest: (bytes) => hash('sha256', bytes) },
    })
    if (reader.id !== id) throw new OperationalError(`its manifest belongs to a release named ${reader.id}`)
    const release = new ServedRelease(reader, { share, openDay: (day) => openDay(output, day) })
    // Read before the first call, so that unknown handles are cheap from the start.
    await release.agents()
    return release
  }
}

/** Opens the release of a day that was published last; null where none is kept, or none whole. */
async function openDay(output: string, day: string): Promise<ReleaseReader | null> {
  const releases = join(output, 'releases')
  const ids = readdirSync(releases).filter(
    (name) => name.startsWith(`${day}-`) && TARGET.test(`releases/${name}`),
  )
  const age = (id: string): number => statSync(join(releases, id, 'manifest.json')).mtimeMs
  const [newest] = ids.toSorted((a, b) => age(b) - age(a))
  if (newest === undefined) return null
  return openReader(diskBlobs(join(releases, newest)), { inflate, openProjection }).catch(() => null)
}

const cannotBeServed = (target: string | null, cause: unknown): Error =>
  new Error(
    `${target} cannot be ${cause instanceof ReleaseRefused ? 'served' : 'opened'}, what was served before is served on, and it is tried again: ${cause}`,
    { cause },
  )
