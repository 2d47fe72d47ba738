import { hash } from 'node:crypto'
import type { Bucket } from '../bucket/bucket.ts'
import { bucketName } from '../bucket/settings.ts'
import { OperationalError } from '../domain/errors.ts'
import { Manifest } from '../release/manifest.ts'
import { type FileList, type ListedFile, parseList } from './file_list.ts'
import { blobKey, manifestKey } from './keys.ts'
import type { StoredRelease } from './pointer.ts'

/** Nothing says how long a list is: this is one of 500,000 files. */
const MAX_LIST_BYTES = 64 * 2 ** 20
/** Nor how long a manifest is: this is one of more than a million files. */
const MAX_MANIFEST_BYTES = 256 * 2 ** 20

/**
 * The bytes of a blob, of which no more are read than a list or a manifest says that it has. Throws OperationalError
 * when it is missing or not what its name says.
 */
export async function readBlob(bucket: Bucket, { sha256, bytes: maxBytes }: ListedFile): Promise<Uint8Array> {
  const bytes = (await bucket.get(blobKey(sha256), maxBytes))?.bytes
  return requireIntact(bucket, blobKey(sha256), bytes, sha256)
}

/** The bytes of a list of files, or of what names lists, which is stored as a blob. */
export const readListBytes = (bucket: Bucket, sha256: string): Promise<Uint8Array> =>
  readBlob(bucket, { sha256, bytes: MAX_LIST_BYTES })

/** A list of files that is stored as a blob. */
export async function readList(bucket: Bucket, sha256: string): Promise<FileList> {
  return parseList(new TextDecoder().decode(await readListBytes(bucket, sha256)))
}

/** The manifest of a release, and its bytes. */
export async function readManifest(
  bucket: Bucket,
  { id, manifest_sha256 }: StoredRelease,
): Promise<{ manifest: Manifest; bytes: Uint8Array }> {
  const key = manifestKey(id)
  const bytes = requireIntact(
    bucket,
    key,
    (await bucket.get(key, MAX_MANIFEST_BYTES))?.bytes,
    manifest_sha256,
  )
  return { manifest: new Manifest(bytes, manifest_sha256), bytes }
}

function requireIntact(
  bucket: Bucket,
  key: string,
  bytes: Uint8Array | undefined,
  sha256: string,
): Uint8Array {
  if (bytes !== undefined && hash('sha256', bytes) === sha256) return bytes
  const state = bytes === undefined ? 'is missing' : 'is damaged'
  throw new OperationalError(
    `${bucketName(bucket.settings)}/${key} ${state}: put it back from a copy of the bucket; npm run assay -- store verify names all that is wrong`,
  )
}
