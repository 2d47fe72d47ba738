import { decodePaymentResponseHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PaymentMalformed } from '../../../serving/service/payments/payment_header.ts'
import { receiptHeaders } from '../../../serving/service/payments/receipt.ts'
import { encoded, PAYER, payment, reader, terms } from './given.ts'

const { authorization, signature } = payment
const payload = { signature, authorization }
const first = { x402Version: 1, scheme: 'exact', network: 'base', payload }
const second = {
  x402Version: 2,
  resource: { url: 'https://assay.example/' },
  accepted: terms,
  payload,
}

const parseHeaders = (headers: Record<string, string>) => reader.fromHeaders((name) => headers[name] ?? null)

/** Returns the error for these headers. */
function headerError(headers: Record<string, string>): string {
  try {
    parseHeaders(headers)
  } catch (error) {
    if (error instanceof PaymentMalformed) return error.message
    throw error
  }
  return 'nothing'
}

test('the payment of either version', () => {
  expect(parseHeaders({})).toBeNull()
  expect(parseHeaders({ 'PAYMENT-SIGNATURE': encodePaymentSignatureHeader(second as never) })).toEqual(
    payment,
  )
  expect(parseHeaders({ 'X-PAYMENT': encodePaymentSignatureHeader(first as never) })).toEqual({
    ...payment,
    version: 1,
    accepted: null,
  })
})

test.each(['%', ' ', '"', '{', 'é'])('a header with %j before or after its base64 is none', (odd) => {
  const header = encoded(first)
  for (const value of [`${odd}${header}`, `${header}${odd}`, `${header.slice(0, 9)}${odd}${header.slice(9)}`])
    expect(headerError({ 'X-PAYMENT': value })).toBe('X-PAYMENT must be JSON in base64.')
})

test('safe integers are taken as their decimal strings, in either version', () => {
  const numbers = { ...authorization, value: 50_000, validAfter: 0, validBefore: 2_000_000_000 }
  const inNumbers = { signature, authorization: numbers }
  expect(parseHeaders({ 'X-PAYMENT': encoded({ ...first, payload: inNumbers }) })).toEqual({
    ...payment,
    version: 1,
    accepted: null,
  })
  const accepted = { ...second.accepted, amount: 50_000 }
  const header = encoded({ ...second, accepted, payload: inNumbers })
  expect(parseHeaders({ 'PAYMENT-SIGNATURE': header })).toEqual(payment)
  // The same payment in numbers and in strings is one payment.
  expect(parseHeaders({ 'PAYMENT-SIGNATURE': header, 'X-PAYMENT': encoded(first) })).toEqual(payment)
  expect(reader.fromJson({ ...first, payload: inNumbers }, 'x402.payment.payload')).toEqual({
    ...payment,
    version: 1,
    accepted: null,
  })
  expect(() =>
    reader.fromJson({ ...first, payload: { signature, authorization: { ...numbers, validAfter: -1 } } }, 'x'),
  ).toThrow('x.payload.authorization.validAfter must be an integer from 0')
})

const extended = (id: unknown) => ({ 'payment-identifier': { info: { required: false, id }, schema: {} } })

test('the identifier of a payment is read where the extension is sent, and a short one is refused', () => {
  const id = 'pay_7d5d747be160e280504c099d984bcfe0'
  for (const [name, version] of [
    ['PAYMENT-SIGNATURE', second],
    ['X-PAYMENT', first],
  ] as const) {
    expect(parseHeaders({ [name]: encoded({ ...version, extensions: extended(id) }) })?.identifier).toBe(id)
    expect(
      parseHeaders({ [name]: encoded({ ...version, extensions: extended(undefined) }) })?.identifier,
    ).toBeNull()
    expect(headerError({ [name]: encoded({ ...version, extensions: extended('short') }) })).toContain(
      'payment-identifier.info.id must be a payment identifier: 16 to 128',
    )
  }
})

test('an id in both headers is one id, and two different ones are 400', () => {
  const [id, other] = ['pay_0123456789abcdef', 'pay_fedcba9876543210']
  const both = (ofSecond: string | undefined, ofFirst: string | undefined) => ({
    'PAYMENT-SIGNATURE': encoded({ ...second, extensions: extended(ofSecond) }),
    'X-PAYMENT': encoded({ ...first, extensions: extended(ofFirst) }),
  })
  for (const headers of [both(id, id), both(id, undefined), both(undefined, id)])
    expect(parseHeaders(headers)?.identifier).toBe(id)
  expect(() => parseHeaders(both(id, other))).toThrow(
    expect.objectContaining({ status: 400, code: 'two_payment_identifiers' }),
  )
})

test('a network is read in its version 1 name and as CAIP-2', () => {
  const networks = ['base', 'eip155:8453', 'base-sepolia', 'eip155:31337']
  expect(
    networks.map((network) => parseHeaders({ 'X-PAYMENT': encoded({ ...first, network }) })?.network),
  ).toEqual(['eip155:8453', 'eip155:8453', 'eip155:84532', 'eip155:31337'])
})

test('the long signature of a contract that is a wallet is read', () => {
  const long = `0x${'ef'.repeat(1500)}`
  const accepted = { ...terms, extra: undefined }
  const value = encoded({ x402Version: 2, accepted, payload: { ...payload, signature: long } })
  expect(parseHeaders({ 'PAYMENT-SIGNATURE': value })?.signature).toBe(long)
})

test('one payment in both headers counts once; two of them are refused', () => {
  const both = (other: object) => ({
    'PAYMENT-SIGNATURE': encoded(second),
    'X-PAYMENT': encoded({ ...first, ...other }),
  })
  expect(parseHeaders(both({}))).toEqual(payment)
  const different = /different payments/
  const nonce = `0x${'ac'.repeat(32)}`
  expect(headerError(both({ network: 'base-sepolia' }))).toMatch(different)
  expect(headerError(both({ payload: { ...payload, signature: '0x00' } }))).toMatch(different)
  expect(headerError(both({ payload: { signature, authorization: { ...authorization, nonce } } }))).toMatch(
    different,
  )
  expect(headerError({ ...both({}), 'X-PAYMENT': 'e30=' })).toMatch(/X-PAYMENT/)
})

const twice = encoded(second)
test.each([
  ['', 'JSON in base64'],
  ['not base64!', 'JSON in base64'],
  [encoded(second).replace(/=*$/, '_'), 'JSON in base64'],
  [Buffer.from('{"x402Version":2').toString('base64'), 'JSON in base64'],
  [Buffer.from([0x22, 0xff, 0x22]).toString('base64'), 'JSON in base64'],
  [`${twice}, ${twice}`, 'sent once'],
  ['A'.repeat(8193), 'at most 8192 characters'],
])('a header that cannot be read: %#', (value, what) => {
  const message = headerError({ 'PAYMENT-SIGNATURE': value })
  expect(message).toMatch(/^PAYMENT-SIGNATURE must /)
  expect(message).toContain(what)
})

const authorized = (change: object) => ({
  ...second,
  payload: { signature, authorization: { ...authorization, ...change } },
})
test.each<[string, unknown]>([
  ['PAYMENT-SIGNATURE must be an object.', null],
  ['PAYMENT-SIGNATURE must be an object.', [second]],
  ['PAYMENT-SIGNATURE.x402Version must be 2 in this header.', { ...second, x402Version: 1 }],
  ['PAYMENT-SIGNATURE.x402Version must be 2 in this header.', { ...second, x402Version: '2' }],
  ['PAYMENT-SIGNATURE.accepted must be the requirement', { ...second, accepted: undefined }],
  [
    'PAYMENT-SIGNATURE.accepted.scheme must be "exact"',
    { ...second, accepted: { ...second.accepted, scheme: 'upto' } },
  ],
  [
    'PAYMENT-SIGNATURE.accepted.network must be',
    { ...second, accepted: { ...second.accepted, network: 'solana:5' } },
  ],
  [
    'PAYMENT-SIGNATURE.accepted.amount must be',
    { ...second, accepted: { ...second.accepted, amount: 50_000.5 } },
  ],
  ['PAYMENT-SIGNATURE.payload must be an object', { ...second, payload: 'x' }],
  ['PAYMENT-SIGNATURE.payload.signature must be', { ...second, payload: { authorization, signature: '0x' } }],
  [
    'PAYMENT-SIGNATURE.payload.signature must be',
    { ...second, payload: { authorization, signature: '0xabc' } },
  ],
  [
    'PAYMENT-SIGNATURE.payload.signature must be',
    { ...second, payload: { authorization, signature: `0x${'ab'.repeat(2049)}` } },
  ],
  [
    'PAYMENT-SIGNATURE.payload.authorization must be',
    { ...second, payload: { signature, permit2Authorization: {} } },
  ],
  ['PAYMENT-SIGNATURE.payload.authorization.from must be an address', authorized({ from: `${PAYER}00` })],
  ['PAYMENT-SIGNATURE.payload.authorization.to must be an address', authorized({ to: undefined })],
  ['PAYMENT-SIGNATURE.payload.authorization.value must be an integer', authorized({ value: -1 })],
  ['PAYMENT-SIGNATURE.payload.authorization.value must be an integer', authorized({ value: 5.5 })],
  ['PAYMENT-SIGNATURE.payload.authorization.value must be an integer', authorized({ value: 2 ** 53 })],
  ['PAYMENT-SIGNATURE.payload.authorization.value must be an integer', authorized({ value: null })],
  ['PAYMENT-SIGNATURE.payload.authorization.value must be an integer', authorized({ value: [50_000] })],
  [
    'PAYMENT-SIGNATURE.payload.authorization.validBefore must be an integer from 0 as a decimal string, or as a number up to 9007199254740991.',
    authorized({ validBefore: 1e21 }),
  ],
  ['PAYMENT-SIGNATURE.payload.authorization.nonce must be 32 bytes', authorized({ nonce: 7 })],
  ['PAYMENT-SIGNATURE.payload.authorization.value must be an integer', authorized({ value: '-1' })],
  ['PAYMENT-SIGNATURE.payload.authorization.value must be an integer', authorized({ value: '050000' })],
  ['PAYMENT-SIGNATURE.payload.authorization.value must be an integer', authorized({ value: '5e4' })],
  ['PAYMENT-SIGNATURE.payload.authorization.value must be an integer', authorized({ value: '0xc350' })],
  [
    'PAYMENT-SIGNATURE.payload.authorization.value must be an integer below',
    authorized({ value: String(2n ** 256n) }),
  ],
  ['PAYMENT-SIGNATURE.payload.authorization.validBefore must be', authorized({ validBefore: '' })],
  ['PAYMENT-SIGNATURE.payload.authorization.nonce must be 32 bytes', authorized({ nonce: '0xab' })],
])('%s …', (message, value) => {
  expect(
    headerError({ 'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(value)).toString('base64') }),
  ).toContain(message)
})

test('whatever is sent is a payment or malformed, and no message repeats any of it', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.jsonValue().map(encoded),
    fc
      .tuple(fc.constantFrom(...Object.keys(authorization)), fc.jsonValue())
      .map(([key, value]) => encoded(authorized({ [key]: value }))),
    fc
      .tuple(fc.constantFrom(...Object.keys(second)), fc.jsonValue())
      .map(([key, value]) => encoded({ ...second, [key]: value })),
  )
  fc.assert(
    fc.property(anything, (value) => {
      const message = headerError({ 'PAYMENT-SIGNATURE': value })
      expect(message).toMatch(/^nothing$|^PAYMENT-SIGNATURE[.\w]* must [\w (),:"^-]+\.$/)
      expect(message).not.toContain(signature)
    }),
    { numRuns: 2000 },
  )
})

test('a receipt in both versions, which scripts of other sites may read', () => {
  const receipt = { payer: PAYER, transaction: `0x${'12'.repeat(32)}`, network: 'eip155:8453' }
  const headers = receiptHeaders(receipt)
  expect(decodePaymentResponseHeader(headers['payment-response'] ?? '')).toEqual({
    success: true,
    ...receipt,
  })
  expect(decodePaymentResponseHeader(headers['x-payment-response'] ?? '')).toEqual({
    success: true,
    ...receipt,
    network: 'base',
  })
  expect(headers['access-control-expose-headers']).toMatch(/PAYMENT-RESPONSE, X-PAYMENT-RESPONSE/)
})
