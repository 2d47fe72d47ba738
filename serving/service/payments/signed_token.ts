import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'

/** The key for a facilitator's tokens. */
export interface TokenKey {
  /** Name of the key at the facilitator. */
  id: string
  key: KeyObject
  algorithm: 'ES256' | 'EdDSA'
}

/** Lifetime of a token in seconds: it is created for a request that is sent at once. */
const TOKEN_SECONDS = 120
const NONCE_BYTES = 16
/** Length of an Ed25519 key as seed and public half, handed out in base64. */
const SEED_AND_PUBLIC = 64
/** The bytes before the seed in PKCS #8. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Reads the private key in a setting: PEM of P-256 or Ed25519, its line ends written as `\n` or not, or an Ed25519 key
 * as base64 of its seed, alone or followed by the public half. Null for anything else.
 */
export function readTokenKey(text: string): Omit<TokenKey, 'id'> | null {
  const pem = text.replaceAll('\\n', '\n')
  try {
    const key = pem.includes('-----') ? createPrivateKey(pem) : readEd25519(text)
    if (key?.asymmetricKeyType === 'ed25519') return { key, algorithm: 'EdDSA' }
    return key?.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? { key, algorithm: 'ES256' } : null
  } catch {
    return null
  }
}

function readEd25519(text: string): KeyObject | null {
  const bytes = Buffer.from(text, 'base64')
  const isWhole = bytes.length === SEED_AND_PUBLIC || bytes.length === SEED_AND_PUBLIC / 2
  if (!isWhole || bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) return null
  const der = Buffer.concat([ED25519_HEAD, bytes.subarray(0, SEED_AND_PUBLIC / 2)])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

/**
 * Returns a bearer token for one request to this address, as the facilitator of the Coinbase Developer Platform expects
 * it: a JWT that names the key, the method, the host and the path. `now` is in milliseconds since 1970.
 */
export function signToken(
  { id, key, algorithm }: TokenKey,
  { method, url, now }: { method: string; url: string; now: number },
): Promise<string> {
  const { host, pathname } = new URL(url)
  const uri = `${method} ${host}${pathname}`
  const seconds = Math.floor(now / 1000)
  // Keys from before 2025 are checked by `uri`, current ones by `uris`.
  return new SignJWT({ uri, uris: [uri] })
    .setProtectedHeader({
      alg: algorithm,
      kid: id,
      typ: 'JWT',
      nonce: randomBytes(NONCE_BYTES).toString('hex'),
    })
    .setSubject(id)
    .setIssuer('cdp')
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + TOKEN_SECONDS)
    .sign(key)
}
