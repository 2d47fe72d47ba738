import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import { OperationalError } from '../domain/errors.ts'
import { readCheckpoint, type TreeHead } from './note.ts'

/** The public half of a log's key, read from its line `origin+id+key`. */
export interface VerifierKey {
  /** The given text, trimmed. */
  line: string
  origin: string
  /** Four bytes, in hexadecimal. */
  id: string
  publicKey: KeyObject
}

const LINE = /^([^\s+]{1,100})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/
const ED25519 = 1
const SIGNATURE_BYTES = 64
const MAX_SIGNATURES = 100

/** Reads the line of a key; throws OperationalError for any other text. */
export function parseVerifierKey(text: string): VerifierKey {
  const line = text.trim()
  const [, origin = '', id = '', encoded = ''] = LINE.exec(line) ?? []
  const key = Buffer.from(encoded, 'base64')
  const named = hash('sha256', Buffer.concat([Buffer.from(`${origin}\n`), key]), 'buffer').subarray(0, 4)
  if (key.length !== 33 || key[0] !== ED25519 || named.toString('hex') !== id)
    throw new OperationalError(
      'this is not the verifier key of a log, a line such as assay.example/log+0123abcd+A…',
    )
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') }
  return { line, origin, id, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) }
}

/** The head of a checkpoint that this key has signed for its own log; throws OperationalError for any other. */
export function openCheckpoint(note: string, key: VerifierKey): TreeHead {
  const { body, ...head } = readCheckpoint(note)
  if (head.origin !== key.origin)
    throw new OperationalError(`the checkpoint is of the log ${head.origin}, and not of ${key.origin}`)
  const lines = note.slice(body.length + 1).split('\n', MAX_SIGNATURES)
  if (!lines.some((line) => isSigned(body, line, key)))
    throw new OperationalError(`the checkpoint is not signed by the key of the log ${key.origin}`)
  return head
}

function isSigned(body: string, line: string, { origin, id, publicKey }: VerifierKey): boolean {
  const start = `— ${origin} `
  if (!line.startsWith(start)) return false
  const bytes = Buffer.from(line.slice(start.length), 'base64')
  return (
    bytes.length === 4 + SIGNATURE_BYTES &&
    bytes.subarray(0, 4).toString('hex') === id &&
    verify(null, Buffer.from(body), publicKey, bytes.subarray(4))
  )
}
