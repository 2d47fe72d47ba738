import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LOG_FILES } from '../../core/log/entries.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { filesUnder, openRelease } from '../../core/release/release.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { writeWhole } from '../release_store/local_state.ts'
import { readAnchors } from './anchors.ts'
import { logFolder } from './key.ts'
import { logPaths } from './log_folder.ts'
import { readLoggedDays } from './logged_days.ts'
import { PROOF_OF_INDEX_PATH, proofOfIndexBody } from './proof_of_index.ts'

/**
 * Copies the current log into an earlier release before it is served again: a client that saw a log must never see a
 * shorter one. The checkpoint is copied last, after all that it covers.
 */
export function showNewestLog(output: string, id: string): void {
  const root = logFolder(output)
  const { size, days } = readLoggedDays(root)
  if (size === 0) return
  const release = openRelease(join(output, 'releases', id))
  const shown = join(release.path, 'public/log')
  const paths = logPaths(root, size)
  const place = (path: string): void => {
    const target = join(shown, path)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(root, path), `${target}.writing`)
    renameSync(`${target}.writing`, target)
  }
  for (const path of paths) if (path !== LOG_FILES.checkpoint) place(path)
  place(LOG_FILES.checkpoint)
  const current = new Set(paths)
  for (const path of filesUnder(shown)) if (!current.has(path)) rmSync(join(shown, path))
  const info = release.file('private', PRIVATE_PATHS.info)?.read().toString()
  if (info === undefined || !existsSync(join(release.path, PROOF_OF_INDEX_PATH))) return
  const body = proofOfIndexBody(JSON.parse(info) as ReleaseInfo, days, readAnchors(output))
  if (readFileSync(join(release.path, PROOF_OF_INDEX_PATH), 'utf8') !== body)
    writeWhole(join(release.path, PROOF_OF_INDEX_PATH), body)
}
