import { bucketName } from '../../core/bucket/settings.ts'
import { RunFailed } from '../../core/domain/errors.ts'
import { releaseDate } from '../../core/release/layout.ts'
import { manifestKey } from '../../core/release_store/keys.ts'
import {
  type Pointer,
  readHead,
  type StoredRelease,
  type VersionedPointer,
} from '../../core/release_store/pointer.ts'
import type { Reporter } from '../run/types.ts'
import { type Contents, writeContents } from './contents.ts'
import { archiveParts, localParts } from './local_files.ts'
import { type LocalRelease, readLocalRelease, toStoredRelease } from './local_release.ts'
import { LocalState } from './local_state.ts'
import { readLogHead } from './log_head.ts'
import { withNewerLog } from './newer_log.ts'
import { formatStoreName, type RestoreResult } from './restore.ts'
import { movePointer, type Store } from './store.ts'
import { listUploads, upload } from './uploads.ts'

/** Number of releases retained in the store for a rollback. */
const RETAINED_RELEASES = 7
const MAX_WAITS = 60
const WAIT_MS = 5_000

/**
 * Stores everything a run added to an output folder since its restore, then moves the pointer to it, atomically. A
 * release already in the store moves nothing: a rollback is an operator's decision. Throws RunFailed if another run
 * has published in the meantime; then nothing of this one is served. Returns the base for the next day of the same
 * run.
 */
export async function publish(
  store: Store,
  output: string,
  restored: RestoreResult,
  id: string | null,
  report: Reporter,
): Promise<RestoreResult> {
  const local = id === null ? null : await readLocalRelease(output, id)
  const before = restored.contents
  const releases = addRelease(before.releases, local)
  const served = (now: StoredRelease | null) => chooseServed(now, before, local)
  return commit(store, output, restored, { releases, local, served, texts: [] }, report)
}

/**
 * Removes the days after a date from the store's contents, after they were rolled back in the output folder, and
 * serves none of them.
 */
export async function publishRollback(
  store: Store,
  output: string,
  restored: RestoreResult,
  after: string,
  report: Reporter,
): Promise<RestoreResult> {
  const { releases } = restored.contents
  const stay = releases.filter(({ id }) => releaseDate(id) <= after)
  const [newest, target] = [releases[0], stay[0]]
  const again = newest && target ? await withNewerLog(store.bucket, target, newest) : null
  const served = (now: StoredRelease | null) =>
    now !== null && releaseDate(now.id) <= after ? now : (again?.release ?? null)
  const texts = again === null ? [] : [again.text]
  return commit(store, output, restored, { releases: stay, local: null, served, texts }, report)
}

/**
 * Stores the archive of a run that did not end: the next run asks for nothing that it holds. History, log and release
 * stay as they were.
 */
export async function publishFetched(
  store: Store,
  output: string,
  restored: RestoreResult,
  report: Reporter,
): Promise<RestoreResult> {
  const { releases } = restored.contents
  const served = (now: StoredRelease | null) => now
  return commit(
    store,
    output,
    restored,
    { releases, local: null, served, texts: [], isFetched: true },
    report,
  )
}

/** The contents and the release of a commit. */
interface Commit {
  releases: StoredRelease[]
  local: LocalRelease | null
  served: (now: StoredRelease | null) => StoredRelease | null
  /** Blobs besides those of the folder. */
  texts: string[]
  /** Only the archive is new. */
  isFetched?: true
}

async function commit(
  store: Store,
  output: string,
  restored: RestoreResult,
  { releases, local, served, texts, isFetched }: Commit,
  report: Reporter,
): Promise<RestoreResult> {
  const before = restored.contents
  const parts = await (isFetched ? archiveParts : localParts)(output, before.parts)
  const contents: Contents = { releases, parts }
  const written = writeContents(contents)
  const state = new LocalState(output)
  for (let head = await waitForCollection(store, restored.head); ; ) {
    const next = {
      release: served(head?.pointer.release ?? null),
      contents: written.sha256,
      log: isFetched ? (head?.pointer.log ?? null) : readLogHead(output, head?.pointer.log ?? null),
    }
    if (head !== null && isSame(head.pointer, next)) return { head, contents }
    const uploads = await listUploads(store, { output, head, before, contents, local, texts })
    await upload(store, uploads, state, head?.pointer.unique ?? 'first', report)
    if (local !== null) await store.bucket.put(manifestKey(local.release.id), local.manifest)
    const moved = await movePointer(store, head, next)
    // Another run with the same result publishes the same, which is no loss.
    const now = moved.isMoved ? moved.head : moved.now
    if (now !== null && (moved.isMoved || isSame(now.pointer, next))) {
      state.forgetUploaded()
      state.setBase({ store: formatStoreName(store), contents: written.sha256 }, written.blobs)
      return { head: now, contents }
    }
    head = await requireUnchanged(store, head)
  }
}

/** Sorted by date, newest first, and within a date by publication, last first. */
function addRelease(before: readonly StoredRelease[], local: LocalRelease | null): StoredRelease[] {
  if (local === null) return [...before]
  const others = before.filter(({ id }) => id !== local.release.id)
  const sorted = [toStoredRelease(local), ...others].sort((a, b) =>
    releaseDate(a.id) < releaseDate(b.id) ? 1 : -1,
  )
  return sorted.slice(0, RETAINED_RELEASES)
}

function chooseServed(
  served: StoredRelease | null,
  before: Contents,
  local: LocalRelease | null,
): StoredRelease | null {
  if (local === null) return served
  const { id } = local.release
  if (served === null || served.id === id) return toStoredRelease(local)
  const isKnown = before.releases.some((release) => release.id === id)
  const newest = before.releases[0]?.id ?? id
  return isKnown || releaseDate(id) < releaseDate(newest) ? served : toStoredRelease(local)
}

const isSame = (now: Pointer, next: Pick<Pointer, 'release' | 'contents' | 'log'>): boolean =>
  now.contents === next.contents && JSON.stringify(now.release) === JSON.stringify(next.release)

/**
 * Returns the current pointer if the index is unchanged since, as after a garbage collection. Throws RunFailed
 * otherwise.
 */
async function requireUnchanged(store: Store, before: VersionedPointer | null): Promise<VersionedPointer> {
  const now = await waitForCollection(store, await readHead(store.bucket))
  if (now !== null && before !== null && isSame(now.pointer, before.pointer)) return now
  throw new RunFailed(
    `another run has published ${now?.pointer.release?.id ?? 'something else'} to ${bucketName(store.bucket.settings)} while this one was under way: nothing of this run is served. Run the same command again: it goes on from what the store holds, and moves what this folder has instead to set-aside`,
  )
}

async function waitForCollection(
  store: Store,
  head: VersionedPointer | null,
): Promise<VersionedPointer | null> {
  let now = head
  for (let waits = 0; now?.pointer.is_collecting; waits += 1) {
    if (waits === MAX_WAITS)
      throw new RunFailed(
        `garbage is being collected in ${bucketName(store.bucket.settings)}, so nothing can be published. If no npm run assay -- store gc is under way any more, run it with --resume`,
      )
    await store.sleep(WAIT_MS)
    now = await readHead(store.bucket)
  }
  return now
}
