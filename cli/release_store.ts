import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Bucket } from '../core/bucket/bucket.ts'
import type { BucketSettings } from '../core/bucket/settings.ts'
import { BadUsage } from '../core/domain/errors.ts'
import { bucketSettings } from '../core/settings/bucket.ts'
import type { Store } from '../pipeline/release_store/store.ts'

/** A client of a bucket, on the network and by the clock of this machine. */
export const liveBucket = (settings: BucketSettings): Bucket =>
  new Bucket(settings, {
    fetch: (request) => fetch(request),
    sleep: (ms) => sleep(ms),
    random: Math.random,
    now: () => new Date(),
  })

/** The release store that the environment names, or null where releases stay in the output folder. */
export function releaseStore(environment: NodeJS.ProcessEnv): Store | null {
  const settings = bucketSettings(environment)
  return settings && { bucket: liveBucket(settings), unique: randomUUID, sleep: (ms) => sleep(ms) }
}

/** The same for a command that is about the store. */
export function requiredStore(environment: NodeJS.ProcessEnv): Store {
  const store = releaseStore(environment)
  if (store !== null) return store
  throw new BadUsage(
    'RELEASE_STORE is not set: name the bucket, e.g. RELEASE_STORE=s3://assay-index/live, with S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY (docs/operate/store.md)',
  )
}
