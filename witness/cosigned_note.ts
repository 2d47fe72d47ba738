import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../core/disk/atomic_write.ts'
import { withLock } from '../core/disk/lock.ts'
import { RunFailed } from '../core/domain/errors.ts'
import { Malformed } from '../verify/bytes.ts'
import { findSignature, type NoteKey, openNote, parseCheckpoint } from '../verify/note.ts'

/** Returns the body of a checkpoint's note; throws RunFailed for any other text. */
export function parseBody(note: string, where: string): string {
  try {
    const { body } = openNote(note)
    parseCheckpoint(body)
    return body
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    throw new RunFailed(`${where} is no checkpoint of a log: ${error.message}`)
  }
}

/** Returns a note with a witness's line below it: replaces other lines under this key. */
export function withLine(note: string, line: string, key: NoteKey): string {
  const opened = openNote(note)
  if (findSignature(opened, key) !== null) return note
  const lines = linesBelow(note).filter((text) => !isSignedBy(text, key))
  return `${opened.body}\n${lines.join('')}${line}`
}

/** The line that a key has put below a note; null where it has not signed it. */
export function findLine(note: string, key: NoteKey): string | null {
  if (findSignature(openNote(note), key) === null) return null
  return linesBelow(note).find((line) => isSignedBy(line, key)) ?? null
}

/**
 * Puts a line below the checkpoint of an output folder, and below the copy that its current release serves. Throws
 * RunFailed where the log has another checkpoint by now, or a run is writing to the folder.
 */
export function addLine(output: string, body: string, line: string, key: NoteKey): Promise<void> {
  return withLock(output, async () => {
    const own = join(output, 'log/checkpoint')
    const now = parseBody(readFileSync(own, 'utf8'), own)
    if (now !== body)
      throw new RunFailed(
        `the cosignature is of ${parseSize(body)} entries, and the log in ${output} has ${parseSize(now)}: ask for a new one`,
      )
    for (const file of [own, join(output, 'current/public/log/checkpoint')]) addTo(file, body, line, key)
  })
}

// By a new file: older releases hold the same one by another name.
function addTo(file: string, body: string, line: string, key: NoteKey): void {
  const note = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (note === null || openNote(note).body !== body) return
  const next = withLine(note, line, key)
  if (next !== note) writeFileAtomically(file, next)
}

const parseSize = (body: string): number => parseCheckpoint(body).size

const linesBelow = (note: string): string[] =>
  note
    .slice(openNote(note).body.length + 1)
    .split('\n')
    .slice(0, -1)
    .map((line) => `${line}\n`)

function isSignedBy(line: string, { name, id }: NoteKey): boolean {
  const [signature] = openNote(`\n\n${line}`).signatures
  return signature?.name === name && signature.id === id
}
