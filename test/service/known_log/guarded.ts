import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { currentTarget } from '../../../core/release/release.ts'
import { type FileList, formatList } from '../../../core/release_store/file_list.ts'
import { blobKey, manifestKey } from '../../../core/release_store/keys.ts'
import { readHead } from '../../../core/release_store/pointer.ts'
import { readLocalRelease } from '../../../pipeline/release_store/local_release.ts'
import { movePointer } from '../../../pipeline/release_store/store.ts'
import { BucketMirror } from '../../../serving/service/release/bucket_mirror.ts'
import { KnownLogs } from '../../../serving/service/release/known_log/known_logs.ts'
import { LogGuard } from '../../../serving/service/release/known_log/log_guard.ts'
import { lazyStore } from '../../../serving/service/store/lazy_store.ts'
import { openSqlite } from '../../../serving/service/store/sqlite.ts'
import type { FakeStore } from '../../kit/s3/fake.ts'
import { fakeStore, machine, runDay, storeAt } from '../../release_store/small_runs.ts'

export const INDEX = 'index'

/** A guard over a file of SQLite, and its log. */
export function guardIn(folder: string, key: string | null = null) {
  const notes: string[] = []
  const db = lazyStore(() => openSqlite(join(folder, 'service.sqlite')))
  const log = { note: (text: string) => void notes.push(text) }
  const guard = new LogGuard({ db, index: INDEX, key, log, now: () => 1_800_000_000_000 })
  onTestFinished(() => guard.close())
  return { guard, notes, logs: new KnownLogs(db) }
}

/** A service that follows a bucket: its folder, its mirror and its memory. */
export function createService(
  fake: FakeStore,
  folder = machine(),
  state = folder,
  key: string | null = null,
) {
  const logged: string[] = []
  const guarded = guardIn(state, key)
  const mirror = new BucketMirror(storeAt(fake).bucket, join(folder, 'mirror'), guarded.guard, (error) =>
    logged.push(String(error)),
  )
  return {
    ...guarded,
    logged,
    folder,
    follow: () => mirror.follow(),
    /** The release that `current` names. */
    served: () => currentTarget(mirror.folder)?.slice('releases/'.length) ?? null,
    file: (path: string) => readFileSync(join(mirror.folder, 'current', path), 'utf8'),
  }
}

/** A bucket with the releases of some days, of which a service has seen each. */
export async function followedDays(days: readonly string[]) {
  const [fake, output] = [await fakeStore(), machine()]
  const service = createService(fake)
  const ids: string[] = []
  for (const day of days) {
    ids.push(await runDay(fake, output, day))
    await service.follow()
  }
  return { fake, output, ids, service }
}

/** Files that are made from a manifest, by their keys. */
export type Derived = Map<string, Buffer>

/**
 * An attack with the keys of a bucket: the pointer names the release of a folder, with its derived files updated after
 * a change.
 */
export async function offer(
  fake: FakeStore,
  output: string,
  id: string,
  change: (derived: Derived) => void = () => {},
): Promise<void> {
  const { bucket } = storeAt(fake)
  const local = await readLocalRelease(output, id)
  if (local === null) throw new Error(`${output} has no ${id}`)
  const { path } = local.release
  const derived: Derived = new Map(
    [...local.derived.keys()].map((key) => [key, readFileSync(join(path, key))]),
  )
  change(derived)
  const put = (bytes: Buffer) => bucket.put(blobKey(hash('sha256', bytes)), bytes)
  for (const { key } of local.release.files()) await put(readFileSync(join(path, key)))
  for (const bytes of derived.values()) await put(bytes)
  const described = ([key, bytes]: [string, Buffer]) =>
    [key, { sha256: hash('sha256', bytes), bytes: bytes.length }] as const
  const list: FileList = new Map([...derived].map(described))
  await put(Buffer.from(formatList(list)))
  await bucket.put(manifestKey(id), local.manifest)
  const head = await readHead(bucket)
  if (head === null) throw new Error('nothing was published')
  const { contents, log } = head.pointer
  const release = {
    id,
    manifest_sha256: local.release.manifestSha256,
    derived: hash('sha256', formatList(list)),
  }
  await movePointer(storeAt(fake), head, { release, contents, log })
}

/** The derived files of a release of a folder. */
export async function buildDerived(output: string, id: string): Promise<Derived> {
  const local = await readLocalRelease(output, id)
  return new Map(
    [...(local?.derived.keys() ?? [])].map((key) => [
      key,
      readFileSync(join(local?.release.path ?? '', key)),
    ]),
  )
}

/** Replaces all files of a log by those of another. */
export function withLog(derived: Derived, other: Derived): void {
  const isOfLog = (key: string) => key.startsWith('public/log/') || key.startsWith('public/api/')
  for (const key of [...derived.keys()].filter(isOfLog)) derived.delete(key)
  for (const [key, bytes] of other) if (isOfLog(key)) derived.set(key, bytes)
}
