import type { OracleKey } from '../../core/interface/schemas/jwks.ts'
import { givenKey } from './given.ts'

/** The text of an attestation, and the text of the keys to verify it with. */
export interface Given {
  attestation: string
  jwks: string
}

interface AttestationBody {
  envelope: { payload: string; signatures: { keyid: string; sig: string }[] }
}

/** Invalid attestations by their defect, made from a valid one (`sold`) and the keys published at `url`. */
export async function tamperedAttestations(sold: string, url: string): Promise<Record<string, Given>> {
  const jwks = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: OracleKey[] }
  const [key] = jwks.keys
  if (key === undefined) throw new Error(`${url} publishes no key`)
  const withKey = (changed: Partial<OracleKey>): Given => ({
    attestation: sold,
    jwks: JSON.stringify({ keys: [{ ...key, ...changed }] }),
  })
  const altered = (change: (attestation: AttestationBody) => void): Given => {
    const copy = JSON.parse(sold) as AttestationBody
    change(copy)
    return { attestation: JSON.stringify(copy), jwks: JSON.stringify(jwks) }
  }
  const revoked = { revoked_at: key.nbf, reason: 'compromised' as const }
  const issued = Date.parse((JSON.parse(sold) as { issued_at: string }).issued_at) / 1000
  return {
    'another value': altered(({ envelope }) => {
      envelope.payload = btoa(atob(envelope.payload).replace('"alive"', '"Alive"'))
    }),
    'another signature': altered(({ envelope }) => {
      envelope.signatures = [{ keyid: key.kid, sig: btoa('\0'.repeat(64)) }]
    }),
    'a foreign key': altered(({ envelope }) => {
      envelope.signatures = envelope.signatures.map(({ sig }) => ({ keyid: givenKey().publicKey.kid, sig }))
    }),
    'a foreign key under our name': withKey({ x: givenKey().publicKey.x }),
    'a revoked key': withKey({ revoked }),
    'a key that had ended': withKey({ exp: issued }),
    'a key that was not yet valid': withKey({ nbf: issued + 1 }),
  }
}

/** The keys of a rotation: the signing key has since expired, and another one is current. */
export function rotated({ keys }: { keys: OracleKey[] }, at: number): { keys: OracleKey[] } {
  return { keys: [...keys.map((key) => ({ ...key, exp: at })), givenKey({ nbf: at }).publicKey] }
}
