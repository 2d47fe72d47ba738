import { openProjection } from '../../../core/projection/open_projection.ts'
import { diskBlobs } from '../../../core/release/disk_blobs.ts'
import { openReader } from '../../../core/release/reader.ts'
import { currentRelease } from '../../../core/release/release.ts'
import { BadCommandLine } from '../../../scripts/lib/command.ts'
import { createHandler } from '../../../serving/handler/handler.ts'
import { ServedRelease } from '../../../serving/handler/served_release.ts'
import type { CheckResult } from './checks.ts'

/** Opens the served release of an output folder, and a handler that answers from it. */
export async function openIndex(output: string) {
  const current = currentRelease(output)
  if (current === null) throw new BadCommandLine(`there is no release in ${output}`)
  const release = new ServedRelease(await openReader(diskBlobs(current.path), { openProjection }))
  const handler = createHandler({ current: async () => release, now: () => new Date(), log: console.error })
  return { release, handler }
}

/** Prints the results of checks, with the first problems of each; true if nothing was answered wrongly. */
export function reportChecks(results: readonly CheckResult[]): boolean {
  for (const { name, asked, wrong } of results) {
    console.log(`${name}: ${asked - wrong.length} of ${asked} right`)
    for (const problem of wrong.slice(0, 20)) console.log(`  ${problem}`)
  }
  return results.every(({ wrong }) => wrong.length === 0)
}
