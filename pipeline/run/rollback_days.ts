import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withLock } from '../../core/disk/lock.ts'
import { BadUsage } from '../../core/domain/errors.ts'
import { releaseDate, releaseIds } from '../../core/release/layout.ts'
import { currentTarget } from '../../core/release/release.ts'
import { History } from '../history/history.ts'
import { showNewestLog } from '../log/show_log.ts'

/** The days that were rolled back. */
export interface RolledBackDays {
  /** The dates, oldest first. */
  dates: string[]
  /** The folder that all their files were moved to. */
  folder: string
  /** The release that is served now, or null if none of an earlier date is left. */
  release: string | null
}

/** A store with a copy of the folder, whose days are rolled back as well. */
interface RemoteCopy {
  restore(): Promise<void>
  publishRollback(after: string): Promise<void>
}

/**
 * Moves everything recorded, derived and published for dates after `after` to a folder below `rolled-back/`, for a
 * pipeline that ran with a wrong clock, or a history that cannot be repaired. Nothing is deleted. Throws BadUsage if
 * `after` is not done.
 */
export function rollbackDays(output: string, after: string, store?: RemoteCopy): Promise<RolledBackDays> {
  return withLock(output, async () => {
    await store?.restore()
    const rolledBack = rollbackLocally(output, after)
    await store?.publishRollback(after)
    return rolledBack
  })
}

function rollbackLocally(output: string, after: string): RolledBackDays {
  const history = new History(join(output, 'history'))
  const isEmpty = history.days().length === 0
  if (!isEmpty && !history.days().includes(after))
    throw new BadUsage(`--after ${after} is not done: the last that is, is ${history.days().at(-1)}`)
  const folder = newFolder(output, after)
  const release = movePointer(output, folder, after)
  // Releases go first and archives last, so that the same command completes an interrupted one.
  const paths = ['releases', 'history', 'archive'].flatMap((name) => listDatedAfter(output, name, after))
  for (const path of paths) move(output, folder, path)
  const dates = [
    ...new Set(paths.flatMap((path) => /\d{4}-\d{2}-\d{2}/.exec(path.split('/').at(-1) ?? '') ?? [])),
  ]
  return { dates: dates.sort(), folder, release }
}

function newFolder(output: string, after: string): string {
  for (let count = 1; ; count++) {
    const folder = join(output, 'rolled-back', `after-${after}${count === 1 ? '' : `-${count}`}`)
    if (existsSync(folder)) continue
    mkdirSync(folder, { recursive: true })
    return folder
  }
}

/**
 * Lists the files and folders below one of the output's folders whose name starts with a later date, as paths from the
 * output folder.
 */
function listDatedAfter(output: string, folder: string, after: string): string[] {
  const at = join(output, folder)
  if (!existsSync(at)) return []
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    const [date] = /^\d{4}-\d{2}-\d{2}/.exec(entry.name) ?? []
    if (date !== undefined) return date > after ? [path] : []
    return entry.isDirectory() && folder.startsWith('history') ? listDatedAfter(output, path, after) : []
  })
}

function move(output: string, folder: string, path: string): void {
  const target = join(folder, path)
  mkdirSync(dirname(target), { recursive: true })
  renameSync(join(output, path), target)
}

/** Points `current` to the newest remaining release. */
function movePointer(output: string, folder: string, after: string): string | null {
  const ids = existsSync(join(output, 'releases')) ? releaseIds(output) : []
  const id = ids.find((id) => releaseDate(id) <= after) ?? null
  const target = currentTarget(output)
  if (target !== null && releaseDate(target.slice('releases/'.length)) <= after)
    return target.slice('releases/'.length)
  if (id !== null) showNewestLog(output, id)
  if (id === null) rmSync(join(output, 'current'), { force: true })
  else {
    symlinkSync(`releases/${id}`, join(folder, 'current'))
    renameSync(join(folder, 'current'), join(output, 'current'))
  }
  return id
}
