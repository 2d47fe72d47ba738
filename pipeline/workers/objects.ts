import type { Bucket } from '../../core/bucket/bucket.ts'
import { AssayError } from '../../core/domain/errors.ts'
import { sha256 } from '../archive/archive.ts'

/** What workers hand over comes in chunks; this is far above the longest. */
const MAX_OBJECT_BYTES = 512 * 2 ** 20

/** Where a day's objects are, below what the bucket holds of releases. */
export const dayFolder = (day: string): string => `ingest/${day}/`

/**
 * Writes an object that is named by its content, and gives its key. Two workers that did the same job write other
 * objects or the very same one, so that none ever overwrites what another one wrote.
 */
export async function putNamed(bucket: Bucket, folder: string, bytes: Uint8Array): Promise<string> {
  const key = `${folder}${sha256(bytes)}`
  const outcome = await bucket.putIfNew(key, bytes)
  // Whether it was written is not known: what would be overwritten has the same bytes.
  if (outcome === 'unknown') await bucket.put(key, bytes)
  return key
}

/** Reads an object that is named by its content. Throws AssayError where it is missing or is not what its name says. */
export async function getNamed(bucket: Bucket, key: string): Promise<Uint8Array> {
  const held = await bucket.get(key, MAX_OBJECT_BYTES)
  if (held === null) throw new AssayError(`${key} is not in the bucket: run the date again`)
  if (!key.endsWith(`/${sha256(held.bytes)}`))
    throw new AssayError(`${key} is damaged in the bucket: run the date again`)
  return held.bytes
}
