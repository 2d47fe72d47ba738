import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { OpenLog, SeenCheckpoint } from '../checks/log.ts'
import { openNote, parseNoteKey, verifierKeyText, verifyCheckpoint } from '../note.ts'

/** Stored state of each checked index, by its address or folder. */
type State = Record<string, { key: string; checkpoint: string }>

/** Default path of the state file. */
export const STATE_FILE = join(
  process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'),
  'assay-verify',
  'seen.json',
)

/**
 * Reads what was last seen under a name, or null. Throws for a file that cannot be read, since it may hide a split
 * view.
 */
export function readSeen(file: string, name: string): SeenCheckpoint | null {
  const known = readState(file)[name]
  if (known === undefined) return null
  const key = parseNoteKey(known.key)
  return { key, checkpoint: verifyCheckpoint(openNote(known.checkpoint), key) }
}

/** Keeps a checkpoint for the next time. */
export function writeSeen(file: string, name: string, log: OpenLog, note: string): void {
  const state = { ...readState(file), [name]: { key: verifierKeyText(log.key), checkpoint: note } }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(state, null, 1)}\n`)
  renameSync(`${file}.${process.pid}`, file)
}

function readState(file: string): State {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(
      `${file} cannot be read: it keeps what was seen of logs; put it back or name another with --state`,
      { cause },
    )
  }
}
