import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { World } from '../../core/domain/world.ts'
import type { Content } from '../../core/interface/content.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import type { OracleKey } from '../../core/interface/schemas/jwks.ts'
import { thumbprint } from '../../pipeline/log/oracle_keys.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { readValues } from '../../serving/handler/values.ts'
import type { PaidBody } from '../../serving/service/payments/paid_body.ts'

/** A test key: its public half, valid through 2026, and the private one in its file format. */
export interface GivenKey {
  publicKey: OracleKey
  pem: string
}

export function givenKey(changed: Partial<OracleKey> = {}): GivenKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const [nbf, exp] = [Date.UTC(2026, 0, 1) / 1000, Date.UTC(2027, 0, 1) / 1000]
  const written = { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig', alg: 'EdDSA' } as const
  return {
    publicKey: { ...written, iat: nbf, nbf, exp, ...changed },
    pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** A folder with the private halves, removed after the test. */
export function keyFolder(keys: GivenKey[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-oracle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const { publicKey, pem } of keys) writeFileSync(join(folder, `${publicKey.kid}.pem`), pem)
  return folder
}

/** A release with the files of another, in a world, that publishes these keys. */
export function releaseWith(
  keys: OracleKey[],
  { world = 'live', of }: { world?: World; of?: ServedRelease } = {},
): ServedRelease {
  return {
    id: 'r1',
    reader: { id: 'r1', manifestSha256: 'a'.repeat(64), about: { world } },
    info: async () => ({ ...(await of?.info()), world }),
    agents: async () => of?.agents(),
    agentRecord: async (handle: string) => of?.agentRecord(handle) ?? null,
    // It has no log.
    content: async () => null,
    json: async (side: 'public' | 'private', path: string) =>
      path === '.well-known/jwks.json' ? { keys } : (of?.json(side, path) ?? null),
  } as unknown as ServedRelease
}

/** The body's answer to a query; throws as the body does. */
export async function attest(body: PaidBody, release: ServedRelease, query: string): Promise<Content> {
  return body(parseCall(release, query))
}

/** A call of the endpoint with a query, its parameters parsed as in REST. */
export function parseCall(release: ServedRelease, query: string) {
  const endpoint = ENDPOINTS.find(({ id }) => id === 'attestation')
  if (endpoint === undefined) throw new Error('there is no endpoint attestation')
  const values = readValues(endpoint.parameters, new Map(), new URLSearchParams(query))
  return { endpoint, values, release, today: '2026-01-03', body: undefined }
}

/** The JSON of an answer. */
export const parsed = <T>({ bytes }: Content): T => JSON.parse(new TextDecoder().decode(bytes)) as T
