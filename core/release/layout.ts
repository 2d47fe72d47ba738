import { mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { currentTarget } from './release.ts'

const ID = /^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/
const WORK = /^\.staging-(\d+)$/

/** Creates an empty staging folder for this process, and removes those of killed runs. */
export function openWorkFolder(output: string): string {
  const releases = join(output, 'releases')
  mkdirSync(releases, { recursive: true })
  for (const name of readdirSync(releases)) {
    const pid = WORK.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(releases, name), { recursive: true, force: true })
  }
  const work = join(releases, `.staging-${process.pid}`)
  mkdirSync(work)
  return work
}

/** The ids of the releases in this output folder: newest date first, and within a date the current one first. */
export function releaseIds(output: string): string[] {
  const current = currentId(output)
  return readdirSync(join(output, 'releases'))
    .filter((name) => ID.test(name))
    .map((id) => ({ id, date: releaseDate(id), isCurrent: id === current, at: writtenAt(output, id) }))
    .sort((a, b) => compare(b.date, a.date) || Number(b.isCurrent) - Number(a.isCurrent) || b.at - a.at)
    .map(({ id }) => id)
}

/**
 * Lets `current` name this release, in one rename. A release of an earlier date than the current one is left
 * beside it: going back is a decision, and never the side effect of a run. Says whether the pointer moved.
 */
export function moveCurrent(output: string, work: string, id: string): boolean {
  const current = currentId(output)
  if (current === id || (current !== null && releaseDate(id) < releaseDate(current))) return false
  const next = join(work, 'current')
  symlinkSync(`releases/${id}`, next)
  renameSync(next, join(output, 'current'))
  return true
}

/** Removes the oldest releases beyond `keep`, but never the current one. */
export function collectReleases(output: string, work: string, keep: number): void {
  const current = currentId(output)
  for (const id of releaseIds(output).slice(keep)) {
    if (id === current) continue
    // Out of the way first: a release that is there is whole, even when its removal is cut short.
    renameSync(join(output, 'releases', id), join(work, id))
    rmSync(join(work, id), { recursive: true })
  }
}

/** The logical date in a release's id. */
export function releaseDate(id: string): string {
  return id.slice(0, 10)
}

/** The id of the release that `current` names, or null when it names none that is there. */
function currentId(output: string): string | null {
  const id = basename(currentTarget(output) ?? '')
  return ID.test(id) && writtenAt(output, id) > 0 ? id : null
}

function writtenAt(output: string, id: string): number {
  return statSync(join(output, 'releases', id, 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

// A folder of this very process is one of an earlier process with the same number, as happens in containers.
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
