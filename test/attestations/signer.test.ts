import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SAMPLE_ORACLE_KEY } from '../../core/interface/sample_oracle_key.ts'
import { thumbprint } from '../../pipeline/log/oracle_keys.ts'
import { createSigner, SAMPLE_PRIVATE_KEY } from '../../serving/service/oracle/signer.ts'
import { givenKey, keyFolder, releaseWith } from './given.ts'

const NOON = Date.UTC(2026, 5, 1, 12)
const seconds = (...at: Parameters<typeof Date.UTC>) => Date.UTC(...at) / 1000

/** The key id of the signer, and the log entries. */
async function findSignerKey(
  release: ReturnType<typeof releaseWith>,
  folder: string,
  at = NOON,
): Promise<{ kid: string | null; logged: unknown[] }> {
  const logged: unknown[] = []
  const found = await createSigner({ folder, log: (error) => logged.push(error) })(release, at)
  return { kid: found?.kid ?? null, logged }
}

test('a key signs that the release publishes, that is valid, and whose private half is here', async () => {
  const key = givenKey()
  const folder = keyFolder([key])
  expect(await findSignerKey(releaseWith([key.publicKey]), folder)).toEqual({
    kid: key.publicKey.kid,
    logged: [],
  })
  expect((await findSignerKey(releaseWith([]), folder)).kid).toBeNull()
  expect((await findSignerKey(releaseWith([key.publicKey]), keyFolder([]))).kid).toBeNull()
})

test('a key signs from its first second, and not in its last', async () => {
  const key = givenKey({ nbf: NOON / 1000, exp: NOON / 1000 + 60 })
  const [release, folder] = [releaseWith([key.publicKey]), keyFolder([key])]
  const at = async (ms: number) => (await findSignerKey(release, folder, NOON + ms)).kid
  expect([await at(-1), await at(0), await at(59_999), await at(60_000)]).toEqual([
    null,
    key.publicKey.kid,
    key.publicKey.kid,
    null,
  ])
})

test('a revoked key never signs', async () => {
  const revoked = { revoked_at: seconds(2026, 6, 1), reason: 'compromised' as const }
  const key = givenKey({ revoked })
  expect((await findSignerKey(releaseWith([key.publicKey]), keyFolder([key]))).kid).toBeNull()
})

test('of several keys the newest valid one signs whose private half is here', async () => {
  const [old, newer, coming] = [
    givenKey(),
    givenKey({ nbf: seconds(2026, 4, 1) }),
    givenKey({ nbf: seconds(2026, 6, 1) }),
  ]
  const release = releaseWith([old, newer, coming].map(({ publicKey }) => publicKey))
  expect((await findSignerKey(release, keyFolder([old, newer, coming]))).kid).toBe(newer.publicKey.kid)
  expect((await findSignerKey(release, keyFolder([old, coming]))).kid).toBe(old.publicKey.kid)
})

test('a file that is taken away signs no more, and one that holds another key never did', async () => {
  const [key, other] = [givenKey(), givenKey()]
  const folder = keyFolder([key])
  const release = releaseWith([key.publicKey])
  const file = join(folder, `${key.publicKey.kid}.pem`)
  const logged: unknown[] = []
  const find = createSigner({ folder, log: (error) => logged.push(error) })
  expect((await find(release, NOON))?.kid).toBe(key.publicKey.kid)
  rmSync(file)
  expect([await find(release, NOON), logged]).toEqual([null, []])
  for (const text of [other.pem, 'no key', '']) {
    writeFileSync(file, text)
    expect(await find(release, NOON)).toBeNull()
    expect(String(logged.at(-1))).toContain('does not hold the private key that it is named after')
  }
  expect(logged.join()).not.toContain('PRIVATE KEY')
})

test('the key of the sample signs for the sample alone, and no other key does', async () => {
  const key = givenKey()
  const sample = { publicKey: SAMPLE_ORACLE_KEY, pem: toPem(SAMPLE_PRIVATE_KEY) }
  const folder = keyFolder([key, sample])
  for (const world of ['live', 'replay'] as const) {
    expect((await findSignerKey(releaseWith([SAMPLE_ORACLE_KEY], { world }), folder)).kid).toBeNull()
    const both = releaseWith([SAMPLE_ORACLE_KEY, key.publicKey], { world })
    expect((await findSignerKey(both, folder)).kid).toBe(key.publicKey.kid)
  }
  expect((await findSignerKey(releaseWith([key.publicKey], { world: 'sample' }), folder)).kid).toBeNull()
  const asPublished = releaseWith([SAMPLE_ORACLE_KEY], { world: 'sample' })
  expect((await findSignerKey(asPublished, keyFolder([]))).kid).toBe(SAMPLE_ORACLE_KEY.kid)
})

const toPem = (key: typeof SAMPLE_PRIVATE_KEY): string => String(key.export({ type: 'pkcs8', format: 'pem' }))

test('the id of the sample’s key is its thumbprint, and so is that of RFC 8037', () => {
  expect(thumbprint(SAMPLE_ORACLE_KEY.x)).toBe(SAMPLE_ORACLE_KEY.kid)
  // Appendix A.3 of RFC 8037.
  expect(thumbprint('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe(
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  )
})

test('a missing or damaged file of keys prevents signing', async () => {
  const key = givenKey()
  const folder = keyFolder([key])
  for (const wrong of [{ kid: '../../etc/passwd' }, { kty: 'RSA' }, { nbf: '2026' }]) {
    const damaged = { ...key.publicKey, ...wrong } as unknown as typeof key.publicKey
    expect((await findSignerKey(releaseWith([damaged]), folder)).kid).toBeNull()
  }
})
