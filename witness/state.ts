import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../core/disk/atomic_write.ts'
import { tryLock } from '../core/disk/lock.mjs'
import { RunFailed } from '../core/domain/errors.ts'

const seen = z.strictObject({
  /** Address that it was read from. */
  from: z.string(),
  /** The verifier key that signed all its checkpoints. */
  log_key: z.string(),
  /** The last one, a signed note. */
  checkpoint: z.string(),
  /** The line that this witness put below it. */
  cosignature: z.string(),
})

const state = z.strictObject({
  /** The verifier key of this witness; null before its first checkpoint. */
  witness: z.string().nullable(),
  /** By origin. */
  logs: z.record(z.string(), seen),
})

/** The last that a witness has seen of a log. */
export type LastSeen = z.infer<typeof seen>
/** State that a witness must never lose. */
export type WitnessState = z.infer<typeof state>

/** Reads the state; a file that is not there is that of a new witness. Throws RunFailed for a damaged one. */
export function readState(file: string): WitnessState {
  if (!existsSync(file)) return { witness: null, logs: {} }
  try {
    return state.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new RunFailed(`${file} is not as it was written: put it back from your backup`, { cause })
  }
}

/** Writes the state whole, or not at all; it is on the disk when this returns. */
export function writeState(file: string, next: WitnessState): void {
  writeFileAtomically(file, `${JSON.stringify(next, null, 2)}\n`)
}

/** Runs `work` while no other process uses this state: two at once could cosign two views of a log. */
export async function withState<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true })
  const path = `${file}.lock`
  const lock = tryLock(path)
  if (lock.owner)
    throw new RunFailed(
      `another process (${lock.owner.pid}) uses ${file}: wait until it has ended (lock file ${path})`,
    )
  try {
    return await work()
  } finally {
    lock.release()
  }
}
