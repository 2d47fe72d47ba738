import type { Bucket, PutResult } from './bucket.ts'
import { BucketFailed } from './errors.ts'
import { bucketName } from './settings.ts'

/** An ETag as the store wants it in a condition: some know it with quotes alone, others without alone. */
export type EtagFormat = (etag: string) => string

const FORMS: EtagFormat[] = [(etag) => `"${etag}"`, (etag) => etag]
const MAX_TRIES = 5
/** Maximum size of a probe object; a probe writes one word. */
const MAX_PROBE_BYTES = 1_024

/**
 * Tries whether the store holds to conditions, and how it wants an ETag. Throws BucketFailed for one that ignores them:
 * two runs at once could both publish there, each with a log of its own. `name` is one that was never used.
 */
export async function probeConditions(bucket: Bucket, name: string): Promise<EtagFormat> {
  const key = `probe/${name}`
  try {
    await requireNew(bucket, key)
    for (const form of FORMS) if (await honorsCondition(bucket, key, form)) return form
  } finally {
    await bucket.delete(key)
  }
  throw unsuitable(bucket, 'it refuses If-Match with the ETag that it gave')
}

async function requireNew(bucket: Bucket, key: string): Promise<void> {
  await retryPut(bucket, async () => {
    await bucket.delete(key)
    return bucket.putIfNew(key, text('first'))
  })
  const second = await retryPut(bucket, () => bucket.putIfNew(key, text('second')))
  if (second === 'stored' || (await read(bucket, key)).body !== 'first')
    throw unsuitable(bucket, 'it ignores If-None-Match (as buckets with versioning do at some stores)')
}

/** True if an outdated ETag is refused in this form, and a current one is accepted. */
async function honorsCondition(bucket: Bucket, key: string, form: EtagFormat): Promise<boolean> {
  await bucket.put(key, text('old'))
  const old = await read(bucket, key)
  await bucket.put(key, text('new'))
  const fresh = await read(bucket, key)
  await retryPut(bucket, () => bucket.putIfMatch(key, text('lost'), form(old.etag)))
  if ((await read(bucket, key)).body !== 'new') throw unsuitable(bucket, 'it ignores If-Match')
  return (await retryPut(bucket, () => bucket.putIfMatch(key, text('won'), form(fresh.etag)))) === 'stored'
}

/** A probe is safe to repeat: only probes use its object. */
async function retryPut(bucket: Bucket, put: () => Promise<PutResult>): Promise<PutResult> {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const outcome = await put()
    if (outcome !== 'unknown') return outcome
  }
  throw new BucketFailed(
    `${bucketName(bucket.settings)} answers writes with errors: see what its operator says, then run the same command again`,
  )
}

async function read(bucket: Bucket, key: string): Promise<{ body: string; etag: string }> {
  const found = await bucket.get(key, MAX_PROBE_BYTES)
  if (found === null) throw unsuitable(bucket, 'what was written a moment ago is not there')
  return { body: new TextDecoder().decode(found.bytes), etag: found.etag }
}

const text = (word: string): Uint8Array => new TextEncoder().encode(word)

const unsuitable = (bucket: Bucket, problem: string): BucketFailed =>
  new BucketFailed(
    `${bucketName(bucket.settings)} cannot be a release store: ${problem}, so that two runs could overwrite each other. Nothing was published. Turn versioning of the bucket off, or take a store with conditional writes (AWS S3, Cloudflare R2, Ceph, MinIO, Google Cloud Storage)`,
  )
