import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { currentRelease } from '../../core/release/release.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { withLock } from '../../pipeline/lock.ts'
import { anchorsOf } from '../../pipeline/log/anchors.ts'
import { loggedDays } from '../../pipeline/log/logged_days.ts'
import { PROOF_OF_INDEX, proofOfIndexBody } from '../../pipeline/log/proof_of_index.ts'
import { writeWhole } from '../write_whole.ts'

/**
 * Lets the release that is served say where its anchors stand. Throws RunFailed while a run writes to the folder, which
 * says it itself for what it found.
 */
export function writeProofOfIndex(output: string): Promise<void> {
  return withLock(output, async () => {
    const release = currentRelease(output)
    const text = release?.file('private', PRIVATE_PATHS.info)?.read().toString()
    if (release === null || text === undefined) return
    const file = join(release.path, PROOF_OF_INDEX)
    const body = proofOfIndexBody(
      JSON.parse(text) as ReleaseInfo,
      loggedDays(join(release.path, 'public/log')).days,
      anchorsOf(output),
    )
    if (existsSync(file) && readFileSync(file, 'utf8') !== body) writeWhole(file, body)
  })
}
