import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOG_FILES, type LoggedDay } from '../../core/log/entries.ts'
import { readCheckpoint } from '../../core/log/note.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { currentRelease } from '../../core/release/release.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { withLock } from '../../pipeline/lock.ts'
import { anchorsOf } from '../../pipeline/log/anchors.ts'
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
    const body = proofOfIndexBody(JSON.parse(text) as ReleaseInfo, daysOf(release.path), anchorsOf(output))
    if (existsSync(file) && readFileSync(file, 'utf8') !== body) writeWhole(file, body)
  })
}

/** The days of the log as this release has it. */
function daysOf(release: string): LoggedDay[] {
  const log = join(release, 'public/log')
  if (!existsSync(join(log, LOG_FILES.checkpoint))) return []
  const { size } = readCheckpoint(readFileSync(join(log, LOG_FILES.checkpoint), 'utf8'))
  const days = JSON.parse(readFileSync(join(log, LOG_FILES.days), 'utf8')) as LoggedDay[]
  return days.filter((day) => day.log_size <= size)
}
