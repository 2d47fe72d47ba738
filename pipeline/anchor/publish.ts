import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../core/disk/atomic_write.ts'
import { withLock } from '../../core/disk/lock.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { currentRelease } from '../../core/release/release.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { readAnchors } from '../log/anchors.ts'
import { readLoggedDays } from '../log/logged_days.ts'
import { PROOF_OF_INDEX_PATH, proofOfIndexBody } from '../log/proof_of_index.ts'
import { STATUS, withAnchor } from '../log/status.ts'

/**
 * Updates the anchors in the served release. Throws RunFailed while a run writes to the folder, which publishes its
 * own state.
 */
export function writeProofOfIndex(output: string): Promise<void> {
  return withLock(output, async () => {
    const release = currentRelease(output)
    const text = release?.file('private', PRIVATE_PATHS.info)?.read().toString()
    if (release === null || text === undefined) return
    const { days } = readLoggedDays(join(release.path, 'public/log'))
    const anchors = readAnchors(output)
    rewrite(join(release.path, PROOF_OF_INDEX_PATH), () =>
      proofOfIndexBody(JSON.parse(text) as ReleaseInfo, days, anchors),
    )
    rewrite(join(release.path, STATUS), (old) => withAnchor(old, days, anchors))
  })
}

/** Rewrites an existing file if its new text differs. */
function rewrite(file: string, render: (old: string) => string): void {
  if (!existsSync(file)) return
  const old = readFileSync(file, 'utf8')
  const body = render(old)
  if (body !== old) writeFileAtomically(file, body)
}
