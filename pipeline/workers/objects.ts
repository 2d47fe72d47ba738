import type { Bucket } from '../../core/bucket/bucket.ts'
import { OperationalError } from '../../core/domain/errors.ts'
import { hashHex } from '../archive/archive.ts'

/** Maximum size of an object: workers upload chunks, which are far smaller. */
const MAX_OBJECT_BYTES = 512 * 2 ** 20

/** Returns the folder of a day's objects, beside the releases in the bucket. */
export const dayFolder = (day: string): string => `ingest/${day}/`

/**
 * Writes an object that is named by its content, and returns its key. Two workers with the same job write different
 * objects or identical ones, so that none ever overwrites another's data.
 */
export async function putNamed(bucket: Bucket, folder: string, bytes: Uint8Array): Promise<string> {
  const key = `${folder}${hashHex(bytes)}`
  const outcome = await bucket.putIfNew(key, bytes)
  // The result of the write is unknown: writing again has the same bytes.
  if (outcome === 'unknown') await bucket.put(key, bytes)
  return key
}

/**
 * Reads an object that is named by its content. Throws OperationalError where it is missing or does not match its name.
 */
export async function getNamed(bucket: Bucket, key: string): Promise<Uint8Array> {
  const found = await bucket.get(key, MAX_OBJECT_BYTES)
  if (found === null) throw new OperationalError(`${key} is not in the bucket: run the date again`)
  if (!key.endsWith(`/${hashHex(found.bytes)}`))
    throw new OperationalError(`${key} is damaged in the bucket: run the date again`)
  return found.bytes
}
