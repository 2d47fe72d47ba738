import { AgentCard, generateAgentCardSignature } from '@a2a-js/sdk'
import canonicalize from 'canonicalize'
import { base64url, exportJWK, FlattenedSign, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { CARD, CARD_URL, HOST, INTERFACE, probe, speak, toNewCard } from './a2a_fakes.ts'
import { fail, json, text } from './fake_site.ts'

const JKU = `${HOST}/.well-known/jwks.json`
const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
const KEYS = { keys: [{ ...(await exportJWK(publicKey)), kid: 'card', alg: 'EdDSA' }] }

async function sign(card: object, header: object = {}) {
  const payload = new TextEncoder().encode(canonicalize(card))
  const signed = await new FlattenedSign(payload)
    .setProtectedHeader({ alg: 'EdDSA', kid: 'card', jku: JKU, ...header })
    .sign(privateKey)
  return { protected: signed.protected, signature: signed.signature }
}

async function check(card: object, signature: unknown, keys: () => Response = () => json(KEYS)) {
  const { result, sent } = await probe({
    [`GET ${CARD_URL}`]: () => json({ ...card, signatures: [signature] }),
    [`POST ${INTERFACE}`]: speak,
    [`GET ${JKU}`]: keys,
  })
  expect(result.outcome).toBe('answers')
  const [checked] = (result.details?.signatures ?? []) as Record<string, unknown>[]
  return { checked, sent }
}

test('a signature over the canonical card holds', async () => {
  const { checked } = await check(CARD, await sign(CARD))
  expect(checked).toEqual({ result: 'valid', alg: 'EdDSA', kid: 'card', jku: JKU })
})

test('one of a card that was changed does not', async () => {
  const { checked } = await check({ ...CARD, version: '6.6.6' }, await sign(CARD))
  expect(checked?.result).toBe('invalid')
})

test('one by the library of A2A holds, which leaves out empty values and false', async () => {
  const card = AgentCard.fromJSON(
    toNewCard({ url: INTERFACE, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }),
  )
  const signer = generateAgentCardSignature(privateKey, { alg: 'EdDSA', kid: 'card', typ: 'JOSE', jku: JKU })
  const { signatures, ...signed } = AgentCard.toJSON(await signer(card)) as Record<string, unknown>
  const capabilities = { ...(signed.capabilities as object), pushNotifications: false }
  const served = { ...signed, capabilities, documentationUrl: '', securityRequirements: [] }
  const { checked } = await check(served, (signatures as unknown[])[0])
  expect(checked?.result).toBe('valid')
})

test('a signature that names no key is tried with each', async () => {
  const other = await exportJWK((await generateKeyPair('EdDSA', { extractable: true })).publicKey)
  const keys = { keys: [{ ...other, kid: 'old', alg: 'EdDSA' }, ...KEYS.keys] }
  const signature = await sign(CARD, { kid: undefined })
  expect((await check(CARD, signature, () => json(keys))).checked?.result).toBe('valid')
  expect((await check({ ...CARD, name: 'x' }, signature, () => json(keys))).checked?.result).toBe('invalid')
})

test('keys of another site are not requested', async () => {
  const jku = 'https://victim.example/keys'
  const { checked, sent } = await check(CARD, await sign(CARD, { jku }))
  expect(checked).toMatchObject({ result: 'key_elsewhere', jku })
  expect(sent.filter((request) => request.includes('victim'))).toEqual([])
})

test.each([
  ['names no keys', { jku: undefined }, undefined],
  ['names another key', { kid: 'other' }, undefined],
  ['has no keys there', {}, () => json({}, 404)],
  ['has no set of keys there', {}, () => json({ keys: [null] })],
  ['has a page there', {}, () => text('<html></html>', 200, 'text/html')],
  ['has no answer there', {}, () => fail('timeout')],
])('a signature that %s cannot be checked', async (_name, header, keys) => {
  const { checked } = await check(CARD, await sign(CARD, header), keys)
  expect(checked?.result).toBe('no_key')
})

test.each([
  [null],
  ['text'],
  [{ protected: 7, signature: {} }],
  [{ protected: '!', signature: 'x' }],
  [{ protected: base64url.encode('[]'), signature: 'x' }],
])('%j is no signature', async (signature) => {
  expect((await check(CARD, signature)).checked?.result).toBe('unreadable')
})

test('three signatures are checked at most, and no secret is taken for a key', async () => {
  const secret = { keys: [{ kty: 'oct', k: base64url.encode('secret'), kid: 'card', alg: 'HS256' }] }
  const payload = new TextEncoder().encode(canonicalize(CARD))
  const forged = await new FlattenedSign(payload)
    .setProtectedHeader({ alg: 'HS256', kid: 'card', jku: JKU })
    .sign(new TextEncoder().encode('secret'))
  const { result } = await probe({
    [`GET ${CARD_URL}`]: () => json({ ...CARD, signatures: Array(9).fill(forged) }),
    [`POST ${INTERFACE}`]: speak,
    [`GET ${JKU}`]: () => json(secret),
  })
  expect(result.details?.signatures).toHaveLength(3)
  expect(JSON.stringify(result.details?.signatures)).not.toContain('"valid"')
})

test('a card too deep for a canonical form is unreadable', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const card = JSON.stringify({ ...CARD, signatures: [await sign(CARD)], deep: 0 }).replace(
    ':0}',
    `:${deep}}`,
  )
  const { result } = await probe({ [`GET ${CARD_URL}`]: () => text(card), [`POST ${INTERFACE}`]: speak })
  expect(result.details?.signatures).toMatchObject([{ result: 'unreadable' }])
})
