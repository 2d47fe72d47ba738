import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { keyId, type NoteKey } from '../../verify/note.ts'

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The private key with a seed of 32 characters. */
export const privateKey = (seed: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.from(seed)]), format: 'der', type: 'pkcs8' })

/** The public half of a private key: 32 bytes. */
export const publicHalf = (key: KeyObject): Uint8Array =>
  Uint8Array.from(Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url'))

/** A key of a log (1) or a witness (4), which writes the line that it signs a note's body with. */
export interface TestKey {
  key: NoteKey
  sign(body: string, time?: number): string
}

/** The key of this name, made of a seed of 32 characters or of a private key, by Node's own cryptography. */
export function testKey(name: string, algorithm: 1 | 4, seed: string | KeyObject = 'a'.repeat(32)): TestKey {
  const secret = typeof seed === 'string' ? privateKey(seed) : seed
  const publicKey = publicHalf(secret)
  const id = keyId(name, algorithm, publicKey)
  const signature = (body: string, time: number): Buffer => {
    if (algorithm === 1) return sign(null, Buffer.from(body), secret)
    const at = Buffer.alloc(8)
    at.writeBigUInt64BE(BigInt(time))
    return Buffer.concat([at, sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${body}`), secret)])
  }
  return {
    key: { name, id, algorithm, publicKey },
    sign: (body, time = 0) => {
      const bytes = Buffer.concat([Buffer.from(id, 'hex'), signature(body, time)])
      return `— ${name} ${bytes.toString('base64')}\n`
    },
  }
}
