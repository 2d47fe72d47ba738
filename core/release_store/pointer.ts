import { z } from 'zod'
import type { Bucket, StoredObject } from '../bucket/bucket.ts'
import { bucketName } from '../bucket/settings.ts'
import { OperationalError } from '../domain/errors.ts'
import { sha256 } from '../interface/schemas/sha256.ts'
import { POINTER } from './keys.ts'

/** A release in the store: its manifest names its files, and the list `derived` what is made from the manifest. */
export const storedRelease = z.strictObject({
  id: z.string().regex(/^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/),
  manifest_sha256: sha256,
  derived: sha256,
})
export type StoredRelease = z.infer<typeof storedRelease>

const MAX_POINTER_BYTES = 65_536

const pointerSchema = z.strictObject({
  format: z.literal(1),
  /** Goes up by one with each change, for people. */
  serial: z.int().min(1),
  /** Unlike that of any pointer before, so that no two have the same ETag. */
  unique: z.string().min(1).max(100),
  /** The served release. */
  release: storedRelease.nullable(),
  /** The blob that says what archive, history and log are (pipeline/release_store/contents.ts). */
  contents: sha256,
  /** Newest checkpoint: the only one that a log continues from. */
  log: z.strictObject({ size: z.int().min(1), root: sha256 }).nullable(),
  /** Objects are being deleted, so that nothing can be published. */
  is_collecting: z.literal(true).optional(),
})

/** The one object of a release store that changes, in one step: what is served, and what the next run builds on. */
export type Pointer = z.infer<typeof pointerSchema>

/** The pointer as it was read, with what a put on the condition of it needs. */
export interface VersionedPointer {
  pointer: Pointer
  etag: string
}

/** The pointer of a store, or null while nothing was published. Throws OperationalError for one that is damaged. */
export async function readHead(bucket: Bucket): Promise<VersionedPointer | null> {
  const stored = await bucket.get(POINTER, MAX_POINTER_BYTES)
  return stored && { pointer: parsePointer(bucket, stored), etag: stored.etag }
}

export const pointerBytes = (pointer: Pointer): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(pointerSchema.parse(pointer), null, 2)}\n`)

function parsePointer(bucket: Bucket, { bytes }: StoredObject): Pointer {
  try {
    return pointerSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (cause) {
    throw new OperationalError(
      `${bucketName(bucket.settings)}/${POINTER} is not a pointer of this version: put it back from a copy of the bucket, or update this program`,
      { cause },
    )
  }
}
