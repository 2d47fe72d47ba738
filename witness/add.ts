import { readFileSync } from 'node:fs'
import { RunFailed } from '../core/domain/errors.ts'
import { parseNoteKey } from '../verify/note.ts'
import { addLine, findLine, parseBody } from './cosigned_note.ts'

/**
 * Puts the cosignature of another's witness below the checkpoint of an output folder: `note` is what the witness has
 * printed. Throws RunFailed where it is of another checkpoint, or the key has not signed it.
 */
export async function addCosignature(output: string, file: string, witness: string): Promise<string> {
  const note = readFileSync(file, 'utf8')
  const body = parseBody(note, file)
  const key = parseNoteKey(witness)
  const line = findLine(note, key)
  if (line === null) throw new RunFailed(`${key.name} has not cosigned what is in ${file}`)
  await addLine(output, body, line, key)
  return key.name
}
