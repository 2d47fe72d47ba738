import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { BadUsage } from '../../../core/domain/errors.ts'
import { readServiceConfig } from '../../../serving/service/config.ts'
import { httpFacilitator } from '../../../serving/service/payments/http_facilitator.ts'
import { readTokenKey, signToken } from '../../../serving/service/payments/signed_token.ts'
import { config, listing, PAYER, payment, serving, terms } from './given.ts'

const ed25519 = generateKeyPairSync('ed25519')
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const NOW = 1_750_000_000_000

/** The seed and the public half of an Ed25519 key, as the platform hands it out. */
const rawKey = ({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }): string =>
  Buffer.concat([
    Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'),
    Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
  ]).toString('base64')

const pem = (key: KeyObject, type: 'sec1' | 'pkcs8') => key.export({ format: 'pem', type }).toString()

const KEYS: [string, string, KeyObject, string][] = [
  ['Ed25519 in base64', rawKey(ed25519), ed25519.publicKey, 'EdDSA'],
  [
    'its seed alone',
    Buffer.from(rawKey(ed25519), 'base64').subarray(0, 32).toString('base64'),
    ed25519.publicKey,
    'EdDSA',
  ],
  ['Ed25519 in PEM', pem(ed25519.privateKey, 'pkcs8'), ed25519.publicKey, 'EdDSA'],
  ['P-256 in the PEM of OpenSSL', pem(p256.privateKey, 'sec1'), p256.publicKey, 'ES256'],
  ['P-256 in PKCS #8', pem(p256.privateKey, 'pkcs8'), p256.publicKey, 'ES256'],
  [
    'P-256 in PEM on one line',
    pem(p256.privateKey, 'sec1').trim().replaceAll('\n', '\\n'),
    p256.publicKey,
    'ES256',
  ],
]

const PAID = {
  PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  FACILITATOR_URL: 'https://facilitator.example/',
  X402_RPC_URL: 'https://node.example/',
}

test.each(KEYS)('a token for one request, signed with %s', async (_, text, publicKey, alg) => {
  const key = readTokenKey(text)
  if (key === null) throw new Error('it is no key')
  const url = 'https://api.platform.example/platform/v2/x402/verify'
  const request = { method: 'POST', url, now: NOW }
  const token = await signToken({ id: 'organizations/1/apiKeys/2', ...key }, request)
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, { currentDate: new Date(NOW) })
  const uri = 'POST api.platform.example/platform/v2/x402/verify'
  const seconds = NOW / 1000
  expect(payload).toEqual({
    ...{ iss: 'cdp', sub: 'organizations/1/apiKeys/2', uri, uris: [uri] },
    ...{ iat: seconds, nbf: seconds, exp: seconds + 120 },
  })
  expect(protectedHeader).toMatchObject({ alg, kid: 'organizations/1/apiKeys/2', typ: 'JWT' })
  expect(protectedHeader.nonce).toMatch(/^[\da-f]{32}$/)
  const again = decodeProtectedHeader(await signToken({ id: 'organizations/1/apiKeys/2', ...key }, request))
  expect(again.nonce).not.toBe(protectedHeader.nonce)
})

test.each([
  ['words', 'hunter22'],
  ['too few bytes', Buffer.alloc(31).toString('base64')],
  ['too many', Buffer.alloc(65).toString('base64')],
  ['a public key', ed25519.publicKey.export({ format: 'pem', type: 'spki' }).toString()],
  ['another curve', pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey, 'sec1')],
  ['RSA', pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, 'pkcs8')],
  ['half a PEM', pem(p256.privateKey, 'sec1').slice(0, 60)],
])('an invalid key is refused: %s', (_, text) => {
  expect(readTokenKey(text)).toBeNull()
  const read = () => readServiceConfig({ ...PAID, FACILITATOR_KEY_ID: 'id', FACILITATOR_KEY: text }, 'o')
  expect(read).toThrow(BadUsage)
  expect(read).toThrow(/^FACILITATOR_KEY must be a private key: Ed25519 in base64/)
})

test('a facilitator that wants a token for each request gets one for each address', async () => {
  const [, text = '', publicKey] = KEYS[0] ?? []
  const { payment: settings } = readServiceConfig(
    { ...PAID, FACILITATOR_KEY_ID: 'id', FACILITATOR_KEY: text },
    'o',
  )
  const seen: string[] = []
  const url = await serving(async (request, response) => {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const { payload } = await jwtVerify(token, publicKey as KeyObject)
    const { uris, jti: _ } = payload as { uris: string[]; jti?: string }
    const asked = `${request.method} ${request.headers.host}${request.url}`
    seen.push(asked)
    const isFor = uris[0] === asked
    response.writeHead(isFor ? 200 : 401)
    response.end(
      JSON.stringify({
        ...{ isValid: true, payer: PAYER },
        ...{ success: true, transaction: `0x${'12'.repeat(32)}`, network: terms.network },
      }),
    )
  })
  const key = settings.facilitatorKey
  if (key === undefined) throw new Error('the key was not read')
  const facilitator = httpFacilitator({
    ...{ scheme: config.scheme, url: `${url}/x402`, token: null },
    timeoutMs: { verify: 20_000, settle: 20_000 },
    signToken: (request) => signToken(key, { ...request, now: Date.now() }),
  })
  expect((await facilitator.verify(payment, terms, listing)).isValid).toBe(true)
  expect((await facilitator.settle(payment, terms, listing)).outcome).toBe('settled')
  expect(seen.map((asked) => asked.replace(/127\.0\.0\.1:\d+/, 'host'))).toEqual([
    'POST host/x402/verify',
    'POST host/x402/settle',
  ])
})

test('half a key is refused, and so are two ways to one token; the key is a secret', () => {
  const [, text = ''] = KEYS[0] ?? []
  const refusal = (more: Record<string, string>): string => {
    try {
      readServiceConfig({ ...PAID, ...more }, 'o')
    } catch (error) {
      return (error as Error).message
    }
    return 'accepted'
  }
  expect(refusal({ FACILITATOR_KEY_ID: 'id' })).toContain('FACILITATOR_KEY_ID needs FACILITATOR_KEY')
  expect(refusal({ FACILITATOR_KEY: text })).toContain('FACILITATOR_KEY needs FACILITATOR_KEY_ID')
  const both = { FACILITATOR_KEY_ID: 'id', FACILITATOR_KEY: text, FACILITATOR_TOKEN: 'word' }
  expect(refusal(both)).toContain('keep the token, or the key')
  const config = readServiceConfig({ ...PAID, FACILITATOR_KEY_ID: 'id', FACILITATOR_KEY: text }, 'o')
  expect(config.secrets).toContain(text)
})
