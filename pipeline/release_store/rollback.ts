import { bucketName } from '../../core/bucket/settings.ts'
import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import { readListBytes } from '../../core/release_store/blobs.ts'
import { blobKey } from '../../core/release_store/keys.ts'
import { readHead, type StoredRelease } from '../../core/release_store/pointer.ts'
import type { Reporter } from '../run/types.ts'
import { readContents } from './contents.ts'
import { withNewerLog } from './newer_log.ts'
import { findMissingObjects, listReleaseObjects, readStoredObjects } from './referenced.ts'
import { movePointer, requireHead, type Store } from './store.ts'

/**
 * Serves a release retained in the store, by default the one before. Archive, history and log are unchanged, and the
 * current log is served, since it must never get shorter. Throws BadUsage if there is no such release, and RunFailed
 * if its objects are incomplete.
 */
export async function rollback(
  store: Store,
  to: string | null,
  report: Reporter,
): Promise<{ from: string | null; release: string }> {
  const { bucket } = store
  const head = requireHead(bucket, await readHead(bucket))
  const { pointer } = head
  if (pointer.is_collecting)
    throw new RunFailed('garbage is being collected: wait until npm run assay -- store gc is done')
  const { releases } = await readContents((sha256) => readListBytes(bucket, sha256), pointer.contents)
  const target = findTarget(releases, pointer.release, to)
  report.step(`Looking for every object of ${target.id}`)
  const { release, text } = await withNewerLog(bucket, target, releases[0] ?? target)
  await bucket.put(blobKey(release.derived), Buffer.from(text))
  await requireThere(store, release)
  const moved = await movePointer(store, head, { release, contents: pointer.contents, log: pointer.log })
  if (moved.isMoved) return { from: pointer.release?.id ?? null, release: release.id }
  throw new RunFailed(
    `another command moved the pointer of ${bucketName(bucket.settings)} in the meantime, to ${moved.now?.pointer.release?.id ?? 'nothing'}: see whether going back is still wanted, and run it again`,
  )
}

function findTarget(
  releases: StoredRelease[],
  served: StoredRelease | null,
  to: string | null,
): StoredRelease {
  const at = releases.findIndex(({ id }) => id === served?.id)
  const target = to === null ? releases[at + 1] : releases.find(({ id }) => id === to)
  if (target !== undefined && target.id !== served?.id) return target
  const retained = releases.map(({ id }) => id).join(', ') || 'none'
  throw new BadUsage(
    to === null
      ? `no release before ${served?.id ?? 'the first'} is kept (${retained}): name one with --to`
      : `${to} is ${target === undefined ? 'not kept' : 'served already'}: choose with --to from ${retained}`,
  )
}

async function requireThere({ bucket }: Store, release: StoredRelease): Promise<void> {
  const problems = findMissingObjects(
    await listReleaseObjects(bucket, release),
    await readStoredObjects(bucket),
  )
  if (problems.length > 0)
    throw new RunFailed(
      `${release.id} is not whole in the store (${problems[0]}), so it is not served. Choose another with --to; npm run assay -- store verify names all that is missing`,
    )
}
