import { Bucket } from '../../core/bucket/bucket.ts'
import { bucketName } from '../../core/bucket/settings.ts'
import { bucketSettings } from '../../core/settings/bucket.ts'
import type { Environment } from '../../core/settings/read.ts'
import { type DoctorFinding, findingsAbout } from '../../pipeline/doctor/finding.ts'
import { MAX_REQUESTS } from '../../pipeline/doctor/tools.ts'

/** Lists the bucket of releases. Throws BucketFailed where it refuses, and BadUsage. */
export async function examineBucket(environment: Environment): Promise<DoctorFinding[]> {
  const settings = bucketSettings(environment)
  if (settings === null) return []
  let requests = 0
  const bucket = new Bucket(settings, {
    fetch: (request) => {
      if (++requests > MAX_REQUESTS) throw new Error(`not asked again after ${MAX_REQUESTS} requests`)
      return fetch(request)
    },
    sleep: async () => {},
    random: () => 0,
    now: () => new Date(),
  })
  const say = findingsAbout('service', bucketName(settings))
  for await (const { key } of bucket.list('')) return [say('ok', `can be listed, and begins with ${key}`)]
  return [say('ok', 'can be listed, and is empty')]
}
