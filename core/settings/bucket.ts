import type { BucketSettings } from '../bucket/settings.ts'
import { type Environment, neededVariable, readVariable } from './read.ts'

/** The bucket that the environment names, or null without RELEASE_STORE. Throws BadUsage, which repeats no secret. */
export function bucketSettings(environment: Environment): BucketSettings | null {
  const store = readVariable('RELEASE_STORE', environment)
  if (store === undefined) return null
  const region = readVariable('S3_REGION', environment) ?? 'us-east-1'
  return {
    endpoint: readVariable('S3_ENDPOINT', environment) ?? `https://s3.${region}.amazonaws.com`,
    region,
    ...store,
    accessKeyId: neededVariable('S3_ACCESS_KEY_ID', 'RELEASE_STORE', environment),
    secretAccessKey: neededVariable('S3_SECRET_ACCESS_KEY', 'RELEASE_STORE', environment),
  }
}
