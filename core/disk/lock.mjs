import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'

let attempts = 0

/**
 * Takes the lock file at `path` for this process, without waiting. Returns `{ release }`, or the `{ owner }` whose live
 * process holds it. The lock of an ended process, however it ended, is taken over. Processes are distinguished on one
 * machine only.
 */
export function tryLock(path) {
  attempts += 1
  const own = { pid: process.pid, started: processState(process.pid)?.started ?? null, attempt: attempts }
  const draft = `${path}.${process.pid}-${attempts}`
  writeFileSync(draft, JSON.stringify(own))
  try {
    const owner = claim(path, draft)
    return owner === null ? { release: () => release(path, own) } : { owner }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The live process that holds the lock file at `path`, or null. */
export function lockOwner(path) {
  const owner = readOwner(path)
  return owner !== null && isLive(owner) ? owner : null
}

/** Makes `draft` the lock and returns null, or returns the live owner. */
function claim(path, draft) {
  for (;;) {
    if (link(draft, path)) return null
    const owner = readOwner(path)
    if (owner === null) continue
    if (isLive(owner)) return owner
    const remover = removeDead(path)
    if (remover !== null) return remover
  }
}

/**
 * Removes a dead owner's lock, or gives who else is doing so. Under a lock of its own: of two that find the
 * dead owner at once, the slower would otherwise remove the lock that the faster has just taken.
 */
function removeDead(path) {
  const takeover = tryLock(`${path}.takeover`)
  if (takeover.owner) return takeover.owner
  try {
    const owner = readOwner(path)
    if (owner !== null && !isLive(owner)) unlinkSync(path)
    return null
  } finally {
    takeover.release()
  }
}

/** The file appears with its whole content or not at all; false when another one is there already. */
function link(draft, path) {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Reads the lock file; null if it is gone meanwhile. */
function readOwner(path) {
  try {
    return parseOwner(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** A file that no process of ours can have written whole has no live owner. */
function parseOwner(text) {
  try {
    const owner = JSON.parse(text)
    if (Number.isInteger(owner?.pid) && owner.pid > 0) return owner
  } catch {}
  return { pid: 0, started: null }
}

function isLive({ pid, started }) {
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  const now = processState(pid)
  if (now === null) return true
  // A killed process keeps its id until its parent has noticed, and a later process may get the same id.
  const hasEnded = now.state === 'Z' && now.threads <= 1
  return !hasEnded && (started === null || started === now.started)
}

/** A process's state, threads and start time (in the kernel's own ticks), or null where there is no /proc. */
function processState(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], threads: Number(fields[17]), started: fields[19] }
  } catch {
    return null
  }
}

function release(path, own) {
  const owner = readOwner(path)
  if (owner !== null && owner.pid === own.pid && owner.attempt === own.attempt) unlinkSync(path)
}
