import { Bucket } from '../../../core/bucket/bucket.ts'
import type { BucketSettings } from '../../../core/bucket/settings.ts'
import type { FakeStore } from './fake.ts'

/** The settings of the one bucket of a fake store. */
export const fakeSettings = (store: FakeStore, prefix = 'live/'): BucketSettings => ({
  ...{ endpoint: store.url, region: 'us-east-1', bucket: 'bucket', prefix },
  ...{ accessKeyId: 'AK', secretAccessKey: 'SECRET-SK' },
})

/** A client of a store, without waits. */
export const bucketAt = (settings: BucketSettings): Bucket =>
  new Bucket(settings, {
    fetch: (request) => fetch(request),
    sleep: async () => {},
    random: () => 0,
    now: () => new Date(),
  })
