import { join } from 'node:path'
import { RunFailed } from '../../core/domain/errors.ts'
import type { Pointer } from '../../core/release_store/pointer.ts'
import { logFolder } from '../log/key.ts'
import { readLoggedDays } from '../log/logged_days.ts'

/**
 * Returns the newest checkpoint of a folder's log. Throws RunFailed unless it continues the store's log: two trees of
 * one size must never both be shown.
 */
export function readLogHead(output: string, stored: Pointer['log']): Pointer['log'] {
  const { days } = readLoggedDays(logFolder(output))
  const isContinued =
    stored === null ||
    days.some(({ log_size, log_root }) => log_size === stored.size && log_root === stored.root)
  if (!isContinued)
    throw new RunFailed(
      `${join(logFolder(output))} does not go on from the log in the release store, whose tree has ${stored.size} entries: nothing new is served. Move state/release-store of the output folder away and run the same command again, which takes the log of the store over`,
    )
  const last = days.at(-1)
  return last === undefined ? null : { size: last.log_size, root: last.log_root }
}
