import { decodeText, Malformed, parseJson } from '../bytes.ts'
import type { PublishedKey } from '../envelope.ts'
import { type NoteKey, parseNoteKey } from '../note.ts'
import type { PublishedSource } from '../source.ts'

/** Keys of all checks: read once, when the page is opened. */
export interface Keys {
  /** Address that they were read from. */
  from: string
  published: PublishedKey[]
  /** Null in an index without a log. */
  log: NoteKey | null
}

/** Reads the keys of attestations, and that of the log. Throws Unreachable or Malformed. */
export async function readKeys(source: PublishedSource): Promise<Keys> {
  const [set, line] = await Promise.all([
    source.read('public/.well-known/jwks.json'),
    source.read('public/log/key'),
  ])
  if (set === null) throw new Malformed('no keys are published at /.well-known/jwks.json')
  const { keys } = parseJson(set) as { keys?: unknown }
  if (!Array.isArray(keys)) throw new Malformed('/.well-known/jwks.json holds no list of keys')
  const log = line === null ? null : parseNoteKey(decodeText(line))
  return { from: source.name, published: keys as PublishedKey[], log }
}
