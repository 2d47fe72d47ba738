import { createPublicKey, hash, type KeyObject, sign } from 'node:crypto'
import { OperationalError } from '../domain/errors.ts'

/** Signer of a log; its origin names it in every checkpoint. */
export interface LogKey {
  origin: string
  /** Ed25519. */
  privateKey: KeyObject
}

/** Content of a checkpoint: the size of the log and the root of its tree. */
export interface TreeHead {
  origin: string
  size: number
  root: Uint8Array
}

// The types of C2SP signed-note: what the key's id is made of.
const ED25519 = 1

/** The text of a checkpoint (C2SP tlog-checkpoint): what is signed. */
export const checkpointBody = ({ origin, size, root }: TreeHead): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`

/** The checkpoint as a signed note: the body, an empty line, and the log's own signature. */
export function signedCheckpoint(head: TreeHead, key: LogKey): string {
  const body = checkpointBody(head)
  const signature = Buffer.concat([keyId(key), sign(null, Buffer.from(body), key.privateKey)])
  return `${body}\n— ${key.origin} ${signature.toString('base64')}\n`
}

/** The line that verifiers need, `origin+id+key`, as Go's note package writes it. */
export function formatVerifierKey(key: LogKey): string {
  const encoded = Buffer.concat([Buffer.from([ED25519]), publicHalf(key)])
  return `${key.origin}+${keyId(key).toString('hex')}+${encoded.toString('base64')}`
}

/** Reads the body of a checkpoint, whose signatures it does not check; throws OperationalError for another text. */
export function readCheckpoint(note: string): TreeHead & { body: string } {
  const end = note.indexOf('\n\n')
  const body = note.slice(0, end + 1)
  const [origin = '', size = '', root = ''] = body.split('\n')
  const isSize = /^(0|[1-9]\d{0,15})$/.test(size) && Number.isSafeInteger(Number(size))
  if (end < 0 || !isSize || Buffer.from(root, 'base64').length !== 32)
    throw new OperationalError('this is not the checkpoint of a log: put the log back from your backup')
  return { origin, size: Number(size), root: Buffer.from(root, 'base64'), body }
}

const publicHalf = ({ privateKey }: LogKey): Buffer =>
  Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url')

const keyId = (key: LogKey): Buffer =>
  hash(
    'sha256',
    Buffer.concat([Buffer.from(`${key.origin}\n`), Buffer.from([ED25519]), publicHalf(key)]),
    'buffer',
  ).subarray(0, 4)
