import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE_ORACLE_KEY } from '../../../core/interface/sample_oracle_key.ts'
import { jwks, type OracleKey } from '../../../core/interface/schemas/jwks.ts'
import type { ServedRelease } from '../../handler/served_release.ts'

/** A signing key in use. */
export interface Signer {
  kid: string
  /** The Ed25519 signature of the bytes: 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array
}

/**
 * Returns the signer of a release at a time in milliseconds since 1970: the newest key that the release publishes, that
 * is valid then, and whose private half is here. Null without one: nothing may be attested then.
 */
export type FindSigner = (release: ServedRelease, at: number) => Promise<Signer | null>

/** Options of signers. */
export interface SignerOptions {
  /** Contains `<kid>.pem` for each key, PKCS#8. Read for each signature: a removed key signs no more. */
  folder: string
  /** Called with the error of a key that cannot be used. */
  log(error: unknown): void
}

const JWKS_FILE = '.well-known/jwks.json'

/**
 * The private key of the sample. Worthless on purpose: anybody can sign with it, and only the sample's releases name
 * its public half.
 */
export const SAMPLE_PRIVATE_KEY = createPrivateKey({
  key: {
    ...{ kty: SAMPLE_ORACLE_KEY.kty, crv: SAMPLE_ORACLE_KEY.crv, x: SAMPLE_ORACLE_KEY.x },
    d: 'I4ccihi_C07gR5bRPTHtASNVk5BMnYFNcL4eZkeSeZE',
  },
  format: 'jwk',
})

/** Finds signers among the keys of a folder; the sample alone has its own key. */
export function createSigner({ folder, log }: SignerOptions): FindSigner {
  return async (release, at) => {
    for (const key of selectUsable(await publishedKeys(release), at)) {
      const found = key.kid === SAMPLE_ORACLE_KEY.kid ? SAMPLE_PRIVATE_KEY : await readKey(folder, key, log)
      if (found !== null) return { kid: key.kid, sign: (bytes) => sign(null, bytes, found) }
    }
    return null
  }
}

/** Returns the keys that a release names, of those allowed for its kind of data. */
async function publishedKeys(release: ServedRelease): Promise<OracleKey[]> {
  const read = jwks.safeParse(await release.json('public', JWKS_FILE))
  const isSample = release.reader.about.world === 'sample'
  return (read.data?.keys ?? []).filter(({ kid }) => (kid === SAMPLE_ORACLE_KEY.kid) === isSample)
}

/** Returns the keys that are valid at a time, the newest first. */
function selectUsable(keys: OracleKey[], at: number): OracleKey[] {
  const now = Math.floor(at / 1000)
  return keys
    .filter(({ nbf, exp, revoked }) => nbf <= now && now < exp && revoked === undefined)
    .sort((a, b) => b.nbf - a.nbf || (a.kid < b.kid ? -1 : 1))
}

/** Reads the private half of a key, or null if it is not here. Its bytes reach no log. */
async function readKey(
  folder: string,
  { kid, x }: OracleKey,
  log: (error: unknown) => void,
): Promise<KeyObject | null> {
  const file = join(folder, `${kid}.pem`)
  const pem = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') log(error)
    return null
  })
  if (pem === null) return null
  const key = parsePrivateKey(pem)
  if (key !== null && createPublicKey(key).export({ format: 'jwk' }).x === x) return key
  log(new Error(`${file} does not hold the private key that it is named after: restore it from a backup`))
  return null
}

function parsePrivateKey(pem: Buffer): KeyObject | null {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}
