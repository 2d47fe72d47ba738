import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Bucket } from '../../core/bucket/bucket.ts'
import { bucketName } from '../../core/bucket/settings.ts'
import { OperationalError, RunFailed } from '../../core/domain/errors.ts'
import { LOG_FILES } from '../../core/log/entries.ts'
import { readBlob, readListBytes } from '../../core/release_store/blobs.ts'
import type { FileList, ListedFile } from '../../core/release_store/file_list.ts'
import { inParallel } from '../../core/release_store/in_parallel.ts'
import { readHead, type VersionedPointer } from '../../core/release_store/pointer.ts'
import { logFolder } from '../log/key.ts'
import type { Reporter } from '../run/types.ts'
import { allFiles, type Contents, NOTHING, readContents, writeContents } from './contents.ts'
import { describeFile, isSums, localPaths, requireShared } from './local_files.ts'
import { type Base, LocalState, writeWhole } from './local_state.ts'
import { requireConditions, type Store } from './store.ts'

/** The base of a run. */
export interface RestoreResult {
  /** Null while nothing was published to the store. */
  head: VersionedPointer | null
  contents: Contents
}

/**
 * Restores archive, history and log of an output folder from the store; reads only files that are missing. A folder
 * based on these very contents keeps the leftovers of an interrupted run; in any other, files that differ from the
 * store are moved to `set-aside`. Throws RunFailed, and BucketFailed for an unfit store.
 */
export async function restore(store: Store, output: string, report: Reporter): Promise<RestoreResult> {
  const { bucket } = store
  await requireConditions(store)
  const head = await readHead(bucket)
  const state = new LocalState(output)
  const base = state.base()
  const isOfStore = base?.store === formatStoreName(store)
  if (head === null) {
    if (isOfStore) throw emptyStoreError(store)
    return { head, contents: NOTHING }
  }
  const contents = await readContents(cachedReader(bucket, state), head.pointer.contents)
  const isBase = isOfStore && base.contents === head.pointer.contents
  const files = allFiles(contents)
  for (const path of files.keys()) requireShared(path)
  if (!isBase) await moveAway(output, files, await readBaseFiles(base, state), report)
  // A log ahead of the store's lacks some of that one's partial tiles.
  const isAhead = isBase && existsSync(join(logFolder(output), LOG_FILES.checkpoint))
  const isWanted = (path: string) => !(isAhead && path.startsWith('log/')) && !(isBase && isSums(path))
  const wanted = [...files].filter(([path]) => isWanted(path))
  await fetchMissing(store, output, wanted, report)
  const { sha256, blobs } = writeContents(contents)
  state.setBase({ store: formatStoreName(store), contents: sha256 }, blobs)
  return { head, contents }
}

/** Returns the identity of a store. */
export const formatStoreName = ({ bucket: { settings } }: Store): string =>
  `${settings.endpoint} ${bucketName(settings)}`

/** Returns a reader of lists that caches them in the folder. */
const cachedReader =
  (bucket: Bucket, state: LocalState) =>
  async (sha256: string): Promise<Uint8Array> => {
    const known = state.list(sha256)
    if (known !== null) return known
    const bytes = await readListBytes(bucket, sha256)
    state.writeList(sha256, bytes)
    return bytes
  }

/** Returns the files of the last restore or publish of the folder; none if unknown. */
async function readBaseFiles(base: Base | null, state: LocalState): Promise<FileList> {
  const read = async (sha256: string): Promise<Uint8Array> => {
    const known = state.list(sha256)
    if (known === null) throw new OperationalError(`the list ${sha256} is not kept`)
    return known
  }
  try {
    return base === null ? new Map() : allFiles(await readContents(read, base.contents))
  } catch {
    return new Map()
  }
}

/** Removes files that the store has changed since, and sets aside those it never had. */
async function moveAway(output: string, files: FileList, before: FileList, report: Reporter): Promise<void> {
  const others: string[] = []
  for (const path of [...localPaths(output)]) {
    if (await isSame(output, path, files)) continue
    if (await isSame(output, path, before)) rmSync(join(output, path))
    else others.push(path)
  }
  if (others.length === 0) return
  const folder = newFolder(output)
  for (const path of others) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    renameSync(join(output, path), join(folder, path))
  }
  report.note(`${others.length} files that the release store does not have so were moved to ${folder}`)
}

async function isSame(output: string, path: string, files: FileList): Promise<boolean> {
  const [file, at] = [files.get(path), join(output, path)]
  return (
    file !== undefined && statSync(at).size === file.bytes && (await describeFile(at)).sha256 === file.sha256
  )
}

async function fetchMissing(
  { bucket }: Store,
  output: string,
  files: Iterable<[string, ListedFile]>,
  report: Reporter,
): Promise<void> {
  const missing = [...files].filter(([path]) => !existsSync(join(output, path)))
  if (missing.length === 0) return
  report.step('Restoring from the release store', missing.length)
  await inParallel(missing, async ([path, file]) => {
    writeWhole(join(output, path), await readBlob(bucket, file))
    report.tick()
  })
}

function newFolder(output: string): string {
  for (let count = 1; ; count++) {
    const folder = join(output, 'set-aside', String(count))
    if (!existsSync(folder)) return folder
  }
}

const emptyStoreError = (store: Store): RunFailed =>
  new RunFailed(
    `${bucketName(store.bucket.settings)} is empty, though this folder was published to it: check RELEASE_STORE and S3_ENDPOINT, or put the bucket back from a copy. To begin a new store from this folder, delete its state/release-store`,
  )
