import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RunFailed } from '../domain/errors.ts'
import { tryLock } from './lock.mjs'

/** The file that says which process is writing to an output folder. */
export const lockPath = (output: string): string => join(output, 'state', 'run.lock')

/**
 * Runs `work` while no other process runs for this output folder. Throws RunFailed when one does; the lock
 * of a process that was killed is taken over.
 */
export async function withLock<T>(output: string, work: () => Promise<T>): Promise<T> {
  const path = lockPath(output)
  mkdirSync(dirname(path), { recursive: true })
  const lock = tryLock(path)
  if (lock.owner) {
    throw new RunFailed(
      `another run (process ${lock.owner.pid}) is writing to ${output}: wait until it has ended, or stop it, then run the same command again (lock file ${path})`,
    )
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
