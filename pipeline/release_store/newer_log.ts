import { hash } from 'node:crypto'
import type { Bucket } from '../../core/bucket/bucket.ts'
import { readList } from '../../core/release_store/blobs.ts'
import { type FileList, formatList } from '../../core/release_store/file_list.ts'
import type { StoredRelease } from '../../core/release_store/pointer.ts'
import { PROOF_OF_INDEX_PATH } from '../log/proof_of_index.ts'

/**
 * Returns a release with the log files of a newer one, and the text of its new list: a client that saw a log must
 * never see a shorter one, even when an earlier release is served.
 */
export async function withNewerLog(
  bucket: Bucket,
  target: StoredRelease,
  newest: StoredRelease,
): Promise<{ release: StoredRelease; text: string }> {
  const [own, now] = [await readList(bucket, target.derived), await readList(bucket, newest.derived)]
  const ofLog = (key: string): boolean => key.startsWith('public/log/') || key === PROOF_OF_INDEX_PATH
  const list: FileList = new Map([
    ...[...own].filter(([key]) => !ofLog(key)),
    ...[...now].filter(([key]) => ofLog(key)),
  ])
  const text = formatList(list)
  return { release: { ...target, derived: hash('sha256', text) }, text }
}
