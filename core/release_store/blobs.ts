import { hash } from 'node:crypto'
import type { Bucket } from '../bucket/bucket.ts'
import { bucketName } from '../bucket/settings.ts'
import { AssayError } from '../domain/errors.ts'
import { Manifest } from '../release/manifest.ts'
import { type FileList, parseList } from './file_list.ts'
import { blobKey, manifestKey } from './keys.ts'
import type { StoredRelease } from './pointer.ts'

/** The bytes of a blob. Throws AssayError when it is missing or not what its name says. */
export async function readBlob(bucket: Bucket, sha256: string): Promise<Uint8Array> {
  const bytes = (await bucket.get(blobKey(sha256)))?.bytes
  return requireWhole(bucket, blobKey(sha256), bytes, sha256)
}

/** A list of files that is stored as a blob. */
export async function readList(bucket: Bucket, sha256: string): Promise<FileList> {
  return parseList(new TextDecoder().decode(await readBlob(bucket, sha256)))
}

/** The manifest of a release, and its bytes. */
export async function readManifest(
  bucket: Bucket,
  { id, manifest_sha256 }: StoredRelease,
): Promise<{ manifest: Manifest; bytes: Uint8Array }> {
  const key = manifestKey(id)
  const bytes = requireWhole(bucket, key, (await bucket.get(key))?.bytes, manifest_sha256)
  return { manifest: new Manifest(bytes, manifest_sha256), bytes }
}

function requireWhole(
  bucket: Bucket,
  key: string,
  bytes: Uint8Array | undefined,
  sha256: string,
): Uint8Array {
  if (bytes !== undefined && hash('sha256', bytes) === sha256) return bytes
  const state = bytes === undefined ? 'is missing' : 'is damaged'
  throw new AssayError(
    `${bucketName(bucket.settings)}/${key} ${state}: put it back from a copy of the bucket; npm run store -- verify names all that is wrong`,
  )
}
