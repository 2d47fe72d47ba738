import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RunFailed } from '../../core/domain/errors.ts'
import { readList, readManifest } from '../../core/release_store/blobs.ts'
import { formatList } from '../../core/release_store/file_list.ts'
import { inParallel } from '../../core/release_store/in_parallel.ts'
import { blobKey } from '../../core/release_store/keys.ts'
import type { VersionedPointer } from '../../core/release_store/pointer.ts'
import type { Reporter } from '../run/types.ts'
import { allFiles, type Contents, writeContents } from './contents.ts'
import type { LocalRelease } from './local_release.ts'
import type { LocalState } from './local_state.ts'
import type { Store } from './store.ts'

/** Blobs to upload: SHA-256 → its file, or its text. */
type Uploads = Map<string, { file: string } | { text: string }>

/** Current and new state of a store. */
interface Change {
  output: string
  head: VersionedPointer | null
  before: Contents
  contents: Contents
  local: LocalRelease | null
  texts: string[]
}

/**
 * Returns the blobs that the store lacks. Only objects reachable from the pointer count as stored: any other may be
 * deleted at any time.
 */
export async function listUploads(
  { bucket }: Store,
  { output, head, before, contents, local, texts }: Change,
): Promise<Uploads> {
  const known = new Set([...allFiles(before).values()].map(({ sha256 }) => sha256))
  if (head !== null) for (const sha256 of writeContents(before).blobs.keys()) known.add(sha256)
  for (const release of new Set([before.releases[0], head?.pointer.release])) {
    if (!release) continue
    for (const { sha256 } of (await readManifest(bucket, release)).manifest.entries()) known.add(sha256)
    for (const { sha256 } of (await readList(bucket, release.derived)).values()) known.add(sha256)
    known.add(release.derived)
  }
  const uploads: Uploads = new Map()
  const add = (sha256: string, from: { file: string } | { text: string }): void => {
    if (!known.has(sha256)) uploads.set(sha256, from)
  }
  for (const [path, { sha256 }] of allFiles(contents)) add(sha256, { file: join(output, path) })
  for (const [sha256, text] of writeContents(contents).blobs) add(sha256, { text })
  for (const text of texts) add(hash('sha256', text), { text })
  if (local === null) return uploads
  const { path, files } = local.release
  for (const { key, sha256 } of files()) add(sha256, { file: join(path, key) })
  for (const [key, { sha256 }] of local.derived) add(sha256, { file: join(path, key) })
  const list = formatList(local.derived)
  add(hash('sha256', list), { text: list })
  return uploads
}

/** Uploads the missing blobs. After an interruption it continues behind the last acknowledged one. */
export async function upload(
  { bucket }: Store,
  uploads: Uploads,
  state: LocalState,
  unique: string,
  report: Reporter,
): Promise<void> {
  const done = state.uploaded(unique)
  const remaining = [...uploads].filter(([sha256]) => !done.has(sha256))
  report.step('Uploading to the release store', remaining.length)
  await inParallel(remaining, async ([sha256, from]) => {
    await bucket.put(
      blobKey(sha256),
      'text' in from ? Buffer.from(from.text) : readVerified(from.file, sha256),
    )
    state.addUploaded(sha256)
    report.tick()
  })
}

function readVerified(file: string, sha256: string): Buffer {
  const bytes = readFileSync(file)
  if (hash('sha256', bytes) === sha256) return bytes
  throw new RunFailed(
    `${file} is not what its manifest or list says: nothing new is served. Publish its day again`,
  )
}
