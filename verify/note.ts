import {
  concatBytes,
  decodeText,
  fromBase64,
  Malformed,
  sha256Bytes,
  toBase64,
  toHex,
  utf8,
} from './bytes.ts'
import { signatureFits } from './ed25519.ts'

/**
 * Signed notes (c2sp.org/signed-note), checkpoints (c2sp.org/tlog-checkpoint) and cosignatures
 * (c2sp.org/tlog-cosignature). What cannot be read throws Malformed.
 *
 * parseNoteKey(line)            `NAME+HEX8+BASE64` → NoteKey
 * verifierKeyText(key)          and back
 * openNote(bytes or text)       → Note: body and signature lines, nothing checked
 * findSignature(note, key)      → { time } if the key has signed it (time: of a cosignature, else null), or null
 * parseCheckpoint(body)         → { origin, size, root, extensions }
 * verifyCheckpoint(note, key)   → Checkpoint: throws if the log's key has not signed it, or the origin is another
 */

/** Key of a signer: a log (algorithm 1) or a witness (4). */
export interface NoteKey {
  name: string
  /** 8 hex digits. */
  id: string
  algorithm: 1 | 4
  publicKey: Uint8Array
}

/** A line below a note. The bytes after the key's id are not checked yet. */
interface NoteSignature {
  name: string
  id: string
  bytes: Uint8Array
}

/** A note, nothing of it checked. */
export interface Note {
  /** With its last line feed: the bytes that are signed. */
  body: string
  signatures: NoteSignature[]
}

/** The head of a log. */
export interface Checkpoint {
  origin: string
  size: number
  root: Uint8Array
  /** Further lines of the body. */
  extensions: string[]
}

const MAX_SIGNATURES = 100
const NAME = /^[^\s+\p{Cc}]+$/u
const DECIMAL = /^(?:0|[1-9]\d{0,15})$/

/** The key of a line such as `example.com/log+c74f20a3+ARpc…`. */
export function parseNoteKey(line: string): NoteKey {
  const [, name = '', id = '', encoded = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.+)$/.exec(line.trim()) ?? []
  const material = fromBase64(encoded)
  const [algorithm] = material
  if (!NAME.test(name) || material.length !== 33 || (algorithm !== 1 && algorithm !== 4))
    throw new Malformed('it is no verifier key of Ed25519: NAME+HEX+BASE64')
  const publicKey = material.slice(1)
  if (keyId(name, algorithm, publicKey) !== id)
    throw new Malformed(`the id ${id} does not belong to this name and key`)
  return { name, id, algorithm, publicKey }
}

/** The line of a key. */
export const verifierKeyText = ({ name, id, algorithm, publicKey }: NoteKey): string =>
  `${name}+${id}+${toBase64(concatBytes(Uint8Array.of(algorithm), publicKey))}`

/** The id of a key: 8 hex digits. */
export const keyId = (name: string, algorithm: 1 | 4, publicKey: Uint8Array): string =>
  toHex(sha256Bytes(concatBytes(utf8(`${name}\n`), Uint8Array.of(algorithm), publicKey)).slice(0, 4))

/** Reads a signed note. Nothing of it is checked. */
export function openNote(note: Uint8Array | string): Note {
  const text = typeof note === 'string' ? note : decodeText(note)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0009\u000b-\u001f]/.test(text)) throw new Malformed('it holds a control character')
  const end = text.lastIndexOf('\n\n')
  if (end < 0 || !text.endsWith('\n')) throw new Malformed('it is no signed note')
  const lines = text.slice(end + 2, -1).split('\n')
  if (lines.length > MAX_SIGNATURES) throw new Malformed(`it has more than ${MAX_SIGNATURES} signatures`)
  return { body: text.slice(0, end + 1), signatures: lines.map(signatureLine) }
}

function signatureLine(line: string): NoteSignature {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
  if (!NAME.test(name)) throw new Malformed('a line below the note is no signature')
  const bytes = fromBase64(encoded)
  if (bytes.length < 5) throw new Malformed('a signature below the note is too short')
  return { name, id: toHex(bytes.slice(0, 4)), bytes: bytes.slice(4) }
}

/** Finds the signature of the key on the note: the time of a cosignature in seconds, else null. Null if unsigned. */
export function findSignature(note: Note, key: NoteKey): { time: number | null } | null {
  for (const { name, id, bytes } of note.signatures) {
    if (name !== key.name || id !== key.id) continue
    if (key.algorithm === 1)
      return signatureFits(bytes, utf8(note.body), key.publicKey) ? { time: null } : null
    const time = verifyCosignature(note.body, bytes, key.publicKey)
    return time === null ? null : { time }
  }
  return null
}

function verifyCosignature(body: string, bytes: Uint8Array, publicKey: Uint8Array): number | null {
  if (bytes.length !== 72) return null
  const time = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)
  const message = utf8(`cosignature/v1\ntime ${time}\n${body}`)
  return signatureFits(bytes.slice(8), message, publicKey) ? Number(time) : null
}

/** Reads the body of a checkpoint. */
export function parseCheckpoint(body: string): Checkpoint {
  const [origin = '', size = '', root = '', ...extensions] = body.slice(0, -1).split('\n')
  if (!body.endsWith('\n') || origin === '' || !DECIMAL.test(size) || !Number.isSafeInteger(Number(size)))
    throw new Malformed('it is no checkpoint: origin, size and root, a line each')
  const hash = fromBase64(root)
  if (hash.length !== 32) throw new Malformed('the root of the checkpoint is no SHA-256')
  if (extensions.some((line) => line === '')) throw new Malformed('a line of the checkpoint is empty')
  return { origin, size: Number(size), root: hash, extensions }
}

/** The checkpoint of a note that the log's key must have signed, under its own name. */
export function verifyCheckpoint(note: Note, key: NoteKey): Checkpoint {
  if (findSignature(note, key) === null)
    throw new Malformed(`the key ${key.name}+${key.id} has not signed this checkpoint`)
  const checkpoint = parseCheckpoint(note.body)
  if (checkpoint.origin !== key.name)
    throw new Malformed(`it is a checkpoint of another log, ${checkpoint.origin}`)
  return checkpoint
}
