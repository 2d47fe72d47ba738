import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BadUsage, RunFailed } from '../core/domain/errors.ts'
import { concatBytes, fromHex, toBase64 } from '../verify/bytes.ts'
import { keyId, type NoteKey, parseNoteKey, verifierKeyText } from '../verify/note.ts'

/** Key of the cosigner. */
export interface WitnessKey {
  verifier: NoteKey
  privateKey: KeyObject
}

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9._/-]{0,99}$/

/**
 * The key in a file, made where the witness is new. `known` is the verifier key of before: another name or key would be
 * another witness. Throws BadUsage or RunFailed.
 */
export function witnessKey(file: string, known: string | null, name: string | undefined): WitnessKey {
  const before = known === null ? null : parseNoteKey(known)
  if (before !== null && name !== undefined && name !== before.name)
    throw new BadUsage(
      `--name ${name}: this witness is ${before.name}; another one needs a key and a state of its own`,
    )
  const called = before?.name ?? name
  if (called === undefined || !NAME.test(called))
    throw new BadUsage('--name says who cosigns, as a host name and path, e.g. --name witness.example/assay')
  if (before !== null && !existsSync(file))
    throw new RunFailed(`${file} is missing, the key of ${before.name}: put it back from your backup`)
  const key = parseKey(existsSync(file) ? readFileSync(file, 'utf8') : newKey(file), called, file)
  if (known !== null && verifierKeyText(key.verifier) !== known)
    throw new RunFailed(`${file} is not the key of before, ${known}: put it back from your backup`)
  return key
}

/** The line that says that a witness saw the note at this time, in seconds since 1970 (C2SP tlog-cosignature). */
export function cosignatureLine(body: string, { verifier, privateKey }: WitnessKey, seconds: number): string {
  const message = `cosignature/v1\ntime ${seconds}\n${body}`
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const signature = sign(null, Buffer.from(message), privateKey)
  return `— ${verifier.name} ${toBase64(concatBytes(fromHex(verifier.id), time, signature))}\n`
}

/** Creates the key file, readable for its owner alone from the start. */
function newKey(file: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx', flush: true })
  return pem
}

function parseKey(pem: string, name: string, file: string): WitnessKey {
  const privateKey = parsePrivateKey(pem)
  if (privateKey?.asymmetricKeyType !== 'ed25519')
    throw new BadUsage(`${file} is no private key of Ed25519 in PEM (PKCS#8)`)
  const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url')
  const verifier = { name, id: keyId(name, 4, publicKey), algorithm: 4 as const, publicKey }
  return { verifier, privateKey }
}

function parsePrivateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}
