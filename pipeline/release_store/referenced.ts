import type { Bucket } from '../../core/bucket/bucket.ts'
import { readList, readListBytes, readManifest } from '../../core/release_store/blobs.ts'
import { BLOBS, blobKey, manifestKey, RELEASES } from '../../core/release_store/keys.ts'
import type { Pointer, StoredRelease } from '../../core/release_store/pointer.ts'
import { allFiles, type Contents, readContents, writeContents } from './contents.ts'

/** An object that the store must have: its purpose, SHA-256 and, if known, length. */
export interface NeededObject {
  /** In words, e.g. `public/index.html of 2026-01-03-…`. */
  what: string
  sha256: string
  bytes: number | null
}

/** Returns every object reachable from the pointer, by key. Throws OperationalError for a damaged list or manifest. */
export async function findReferenced(bucket: Bucket, pointer: Pointer): Promise<Map<string, NeededObject>> {
  const contents = await readContents((sha256) => readListBytes(bucket, sha256), pointer.contents)
  const needed = new Map<string, NeededObject>()
  for (const sha256 of writeContents(contents).blobs.keys())
    needed.set(blobKey(sha256), { what: 'a list of files', sha256, bytes: null })
  for (const [path, { sha256, bytes }] of allFiles(contents))
    needed.set(blobKey(sha256), { what: path, sha256, bytes })
  for (const release of listReleases(pointer, contents))
    for (const [key, object] of await listReleaseObjects(bucket, release)) needed.set(key, object)
  return needed
}

/** Returns every object of one release, by key. */
export async function listReleaseObjects(
  bucket: Bucket,
  release: StoredRelease,
): Promise<Map<string, NeededObject>> {
  const { id, manifest_sha256, derived } = release
  const needed = new Map<string, NeededObject>()
  needed.set(manifestKey(id), { what: `the manifest of ${id}`, sha256: manifest_sha256, bytes: null })
  needed.set(blobKey(derived), { what: `a list of ${id}`, sha256: derived, bytes: null })
  const { manifest } = await readManifest(bucket, release)
  for (const { key, sha256, bytes } of manifest.entries())
    needed.set(blobKey(sha256), { what: `${key} of ${id}`, sha256, bytes })
  for (const [key, { sha256, bytes }] of await readList(bucket, derived))
    needed.set(blobKey(sha256), { what: `${key} of ${id}`, sha256, bytes })
  return needed
}

/** Returns the length of each object of the store, by key; excludes the pointer. */
export async function readStoredObjects(bucket: Bucket): Promise<Map<string, number>> {
  const lengths = new Map<string, number>()
  for (const start of [BLOBS, RELEASES])
    for await (const { key, bytes } of bucket.list(start)) lengths.set(key, bytes)
  return lengths
}

/** Returns a line for each object that is missing or has a wrong length. */
export const findMissingObjects = (
  needed: ReadonlyMap<string, NeededObject>,
  lengths: ReadonlyMap<string, number>,
): string[] =>
  [...needed].flatMap(([key, { what, bytes }]) => {
    const found = lengths.get(key)
    if (found === undefined) return [`${key} is missing: it is ${what}`]
    return bytes === null || bytes === found
      ? []
      : [`${key} has ${found} bytes instead of ${bytes}: it is ${what}`]
  })

/** Returns the retained releases, and the served one: after a rollback it has a list of its own. */
const listReleases = ({ release }: Pointer, { releases }: Contents): StoredRelease[] =>
  release === null ? releases : [...releases, release]
