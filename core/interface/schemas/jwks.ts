import { z } from 'zod'

const bytes32 = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')
const seconds = z.int().min(0)

/**
 * A public key of the oracle as RFC 7517 and RFC 8037 write one; `kid` is its RFC 7638 thumbprint. Times are seconds since
 * 1970: it was made at `iat`, and signs from `nbf` until before `exp`. What a `revoked` key signed is not to be believed,
 * whatever its date.
 */
export const oracleKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: bytes32,
  kid: bytes32,
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
  iat: seconds,
  nbf: seconds,
  exp: seconds,
  revoked: z.object({ revoked_at: seconds, reason: z.literal('compromised') }).optional(),
})

/** `/.well-known/jwks.json`: every key that ever signed, and the ones that will; the oldest first. */
export const jwks = z.object({ keys: z.array(oracleKey) })

/** A public key of the oracle. */
export type OracleKey = z.infer<typeof oracleKey>
