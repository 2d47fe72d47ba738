import { openProjection } from '../../core/projection/open_projection.ts'
import { type Blobs, openReader } from '../../core/release/reader.ts'
import { ServedRelease } from '../handler/served_release.ts'

/** The methods of an object store that are used; R2 buckets have this shape. */
export interface ReadableBucket {
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>
}

/** Options of a bucket follower; `now` is a monotonic clock in milliseconds. */
export interface BucketOptions {
  bucket: ReadableBucket
  now: () => number
  log: (error: unknown) => void
}

const LOOK_EVERY_MS = 60_000
/** An isolate has 128 MB in all, the reader's packs included. */
const CACHE_BYTES = 32 * 2 ** 20
const RELEASE = /^releases\/[\w-]+$/

/**
 * Returns a function for the release that the bucket's object `current` names (its text is `releases/<id>`), or null if
 * it names none. The pointer is read at most once a minute; a new release that cannot be opened is logged, and the
 * previous one is served.
 */
export function bucketReleases({ bucket, now, log }: BucketOptions): () => Promise<ServedRelease | null> {
  let served: { root: string; release: ServedRelease } | null = null
  let checkedAt = Number.NEGATIVE_INFINITY

  const refresh = async (): Promise<void> => {
    const root = await readPointer(bucket)
    if (root === (served?.root ?? null)) return
    served = root === null ? null : { root, release: await open(bucket, root) }
  }
  return async () => {
    const time = now()
    // While nothing is open each call reads for itself: see `apart` in core/release/shared_loads.ts.
    if (served !== null && time - checkedAt < LOOK_EVERY_MS) return served.release
    checkedAt = time
    try {
      await refresh()
    } catch (error) {
      log(error)
    }
    return served?.release ?? null
  }
}

async function readPointer(bucket: ReadableBucket): Promise<string | null> {
  const object = await bucket.get('current')
  if (object === null) return null
  const root = new TextDecoder().decode(await object.arrayBuffer()).trim()
  if (RELEASE.test(root)) return root
  throw new Error(
    'the object "current" does not name a release: it has to hold releases/<id> and nothing else',
  )
}

async function open(bucket: ReadableBucket, root: string): Promise<ServedRelease> {
  const blobs: Blobs = {
    async read(path) {
      const object = await bucket.get(`${root}/${path}`)
      return object && new Uint8Array(await object.arrayBuffer())
    },
  }
  const reader = await openReader(blobs, { openProjection })
  if (root === `releases/${reader.id}`) return new ServedRelease(reader, { cacheBytes: CACHE_BYTES })
  throw new Error(`${root}/manifest.json belongs to a release named ${reader.id}: copy the release again`)
}
