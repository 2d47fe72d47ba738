import { hash } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Bucket } from '../../../core/bucket/bucket.ts'
import { OperationalError } from '../../../core/domain/errors.ts'
import { checkPath } from '../../../core/release/check_path.ts'
import { isDerivedKey } from '../../../core/release/derived.ts'
import { diskBlobs } from '../../../core/release/disk_blobs.ts'
import { openWorkFolder } from '../../../core/release/layout.ts'
import type { Manifest } from '../../../core/release/manifest.ts'
import { currentTarget, filesUnder, openRelease } from '../../../core/release/release.ts'
import { readBlob, readList, readManifest } from '../../../core/release_store/blobs.ts'
import type { FileList, ListedFile } from '../../../core/release_store/file_list.ts'
import { inParallel } from '../../../core/release_store/in_parallel.ts'
import { readHead, type StoredRelease } from '../../../core/release_store/pointer.ts'
import type { ReleaseAdmission } from './known_log/log_guard.ts'
import { type OfferedRelease, ReleaseRefused } from './known_log/offered_release.ts'

/** Number of releases that stay in the mirror: answers in progress still read the previous one. */
const MAX_RELEASES = 3

/** Whoever has the keys of the bucket writes its lists; of unproven ones, no more is read into memory. */
const MAX_DERIVED_BYTES = 64 * 2 ** 20

const CHECKPOINT = 'public/log/checkpoint'

/**
 * A folder with the release that a bucket serves, laid out as an output folder. Files of the folder's earlier releases
 * are not read again; a release is complete before `current` names it.
 */
export class BucketMirror {
  #done: string | null = null
  #refused: string | null = null
  #hasStarted = false
  #isStopped = false

  readonly bucket: Bucket
  readonly folder: string
  /** Decides what may be served. */
  readonly admission: ReleaseAdmission
  readonly log: (error: unknown) => void

  constructor(bucket: Bucket, folder: string, admission: ReleaseAdmission, log: (error: unknown) => void) {
    this.bucket = bucket
    this.folder = folder
    this.admission = admission
    this.log = log
  }

  /** Cancels the work in progress; nothing of it is served. */
  stop(): void {
    this.#isStopped = true
  }

  /**
   * Reads the pointer, and fetches a new release. Returns whether `current` moved. A release that is not admitted is
   * logged once, and checked again with each call.
   */
  async follow(): Promise<boolean> {
    await this.#restoreMemory()
    const release = (await readHead(this.bucket))?.pointer.release ?? null
    const wanted = JSON.stringify(release)
    if (release === null || (wanted === this.#done && this.#refused === null)) return false
    mkdirSync(this.folder, { recursive: true })
    const work = openWorkFolder(this.folder)
    try {
      await this.#fetch(release, work)
      const isMoved = currentTarget(this.folder) !== `releases/${release.id}`
      if (isMoved) this.#point(release.id, work)
      this.#done = wanted
      this.#refused = null
      this.#removeOld(release.id)
      return isMoved
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error
      const refusal = `${wanted} ${error.message}`
      if (refusal !== this.#refused) this.log(refusedRelease(release.id, error))
      this.#refused = refusal
      return false
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }

  /** If the state was lost, the log of what this folder served before is the one remembered. */
  async #restoreMemory(): Promise<void> {
    const base = this.#base()
    if (this.#hasStarted || base === null || !(await this.admission.isEmpty())) return
    try {
      await this.admission.admit({ ...base, read: diskBlobs(base.path).read })
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error
      this.log(refusedRelease(base.id, error))
    }
    this.#hasStarted = true
  }

  async #fetch(release: StoredRelease, work: string): Promise<void> {
    const derived = await readList(this.bucket, release.derived)
    for (const [key, { bytes }] of derived)
      if (!isDerivedKey(key) || bytes > MAX_DERIVED_BYTES)
        throw new OperationalError(
          `${release.id} has ${key} with ${bytes} bytes as a derived file: the store is damaged`,
        )
    // Before any more of it is read.
    await this.admission.admit(this.#toOffered(release, derived))
    const target = join(this.folder, 'releases', release.id)
    if (isRelease(target, release)) return this.#refresh(target, derived, work)
    const { manifest, bytes } = await readManifest(this.bucket, release)
    const staging = join(work, 'release')
    for (const side of ['public', 'private']) mkdirSync(join(staging, side), { recursive: true })
    await inParallel(this.#sources(manifest, derived), async ({ key, file, held }) => {
      if (this.#isStopped)
        throw new OperationalError(`the service stops: ${release.id} is fetched by its next start`)
      const path = join(staging, key)
      mkdirSync(dirname(path), { recursive: true })
      if (held === null || !linkFile(held, path, file.sha256))
        writeFileSync(path, await readBlob(this.bucket, file))
    })
    writeFileSync(join(staging, 'manifest.json'), bytes)
    // A folder of this name has another manifest, whose hash has the same prefix, or none.
    rmSync(target, { recursive: true, force: true })
    renameSync(staging, target)
  }

  /** Returns a release by the files derived from its manifest: its log is among them. */
  #toOffered({ id, manifest_sha256 }: StoredRelease, derived: FileList): OfferedRelease {
    const read = async (key: string): Promise<Uint8Array | null> => {
      const file = derived.get(key)
      return file === undefined ? null : readBlob(this.bucket, file)
    }
    return { id, manifestSha256: manifest_sha256, read }
  }

  /** Yields every file of a release, with the file of the served release that has the same content. */
  *#sources(manifest: Manifest, derived: FileList) {
    const localFiles = new Map<string, string>()
    const base = this.#base()
    for (const { key, sha256 } of base?.files() ?? []) localFiles.set(sha256, join(base?.path ?? '', key))
    for (const { key, sha256, bytes } of manifest.entries()) {
      // Paths from a bucket must not lead out of the folder.
      checkPath(key)
      yield { key, file: { sha256, bytes }, held: localFiles.get(sha256) ?? null }
    }
    for (const [key, file] of derived) yield { key, file, held: base === null ? null : join(base.path, key) }
  }

  #base() {
    const target = currentTarget(this.folder)
    try {
      return target === null ? null : openRelease(join(this.folder, target))
    } catch {
      // A damaged file is not reused; the new one is fetched whole.
      return null
    }
  }

  /**
   * Files derived from the manifest change while the release stays, as when its digest was anchored. The checkpoint is
   * added after all that it covers, and removed before any of it.
   */
  async #refresh(target: string, derived: FileList, work: string): Promise<void> {
    const release = openRelease(target)
    const replace = async ([key, file]: [string, ListedFile]): Promise<void> => {
      if (hasHash(join(target, key), file.sha256)) return
      for (const folder of [work, target]) mkdirSync(dirname(join(folder, key)), { recursive: true })
      writeFileSync(join(work, key), await readBlob(this.bucket, file))
      renameSync(join(work, key), join(target, key))
    }
    await inParallel(derived, async (item) => item[0] === CHECKPOINT || (await replace(item)))
    const checkpoint = derived.get(CHECKPOINT)
    if (checkpoint !== undefined) await replace([CHECKPOINT, checkpoint])
    const named = new Set(['manifest.json', ...derived.keys(), ...[...release.files()].map(({ key }) => key)])
    for (const key of filesUnder(target)) if (!named.has(key)) rmSync(join(target, key))
  }

  #point(id: string, work: string): void {
    symlinkSync(`releases/${id}`, join(work, 'current'))
    renameSync(join(work, 'current'), join(this.folder, 'current'))
  }

  #removeOld(served: string): void {
    const ids = readdirSync(join(this.folder, 'releases')).filter((name) => /^\d{4}-/.test(name))
    const others = ids.filter((id) => id !== served).sort()
    for (const id of others.slice(0, Math.max(0, others.length - MAX_RELEASES + 1)))
      rmSync(join(this.folder, 'releases', id), { recursive: true, force: true })
  }
}

const refusedRelease = (id: string, cause: ReleaseRefused): Error =>
  new Error(
    `${id} is refused, what was served before is served on (docs/operate/runbook.md#a-release-is-refused): ${cause.message}`,
    { cause },
  )

/** True if the folder has this very release, by the whole hash of its manifest. */
function isRelease(folder: string, { manifest_sha256 }: StoredRelease): boolean {
  return hasHash(join(folder, 'manifest.json'), manifest_sha256)
}

/** Links a file to another name, if it has the right content. */
function linkFile(from: string, to: string, sha256: string): boolean {
  if (!hasHash(from, sha256)) return false
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

function hasHash(path: string, sha256: string): boolean {
  try {
    return hash('sha256', readFileSync(path)) === sha256
  } catch {
    return false
  }
}
