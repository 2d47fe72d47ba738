import { decodePaymentRequiredHeader } from '@x402/core/http'
import { PaymentRequiredV1Schema, PaymentRequiredV2Schema } from '@x402/core/schemas'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import { declarePaymentIdentifierExtension, PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { verifyTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { toResponse } from '../../../core/interface/reply.ts'
import { paymentRequired } from '../../../core/interface/schemas/payment_required.ts'
import { quoteReply } from '../../../serving/service/payments/quote.ts'
import { SCHEMES } from '../../../serving/service/payments/schemes/schemes.ts'
import { computeTerms } from '../../../serving/service/payments/terms.ts'
import { config, createCall, endpoint, PAY_TO, reader, terms } from './given.ts'

const TARGET = '/api/agents/find/full?q=weather'
const MESSAGE = 'Payment is required.'

const parseBody = (bytes: Uint8Array | null) => JSON.parse(new TextDecoder().decode(bytes ?? undefined))

async function quote(target = TARGET, info = {}, asked = terms, message = MESSAGE) {
  const reply = await quoteReply(createCall(target, info), asked, message, 'r1')
  const header = reply.headers['payment-required'] ?? ''
  return { reply, header, body: parseBody(reply.body), decoded: decodePaymentRequiredHeader(header) }
}

test('a 402 that nobody may keep, with the same price in the body of version 1 and the header of version 2', async () => {
  const { reply, body, decoded } = await quote()
  expect(reply.status).toBe(402)
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'x-release': 'r1',
  })
  expect(reply.headers['access-control-expose-headers']).toMatch(
    /PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE/,
  )
  expect(PaymentRequiredV2Schema.parse(decoded)).toEqual(decoded)
  expect(decoded).toEqual({
    x402Version: 2,
    error: MESSAGE,
    resource: {
      url: `https://assay.example${TARGET}`,
      description: 'Find agents by capability: the full ranked list.',
      mimeType: 'application/json',
      serviceName: 'Assay',
      tags: ['ai agents', 'trust', 'reputation'],
    },
    accepts: [
      {
        scheme: 'exact',
        network: 'eip155:8453',
        amount: '50000',
        asset: config.asset,
        payTo: PAY_TO,
        maxTimeoutSeconds: 300,
        extra: { name: 'USD Coin', version: '2' },
      },
    ],
    extensions: {
      'payment-identifier': { info: { required: false }, schema: expect.any(Object) },
      bazaar: { info: expect.any(Object), schema: expect.any(Object) },
    },
  })
  paymentRequired.parse(body)
  expect(PaymentRequiredV1Schema.parse(body)).toEqual({
    x402Version: 1,
    error: MESSAGE,
    accepts: [
      {
        scheme: 'exact',
        network: 'base',
        maxAmountRequired: '50000',
        resource: `https://assay.example${TARGET}`,
        description: 'Find agents by capability: the full ranked list.',
        mimeType: 'application/json',
        outputSchema: {
          input: { type: 'http', method: 'GET', discoverable: true, queryParams: { q: 'weather' } },
          output: {
            type: 'object',
            properties: expect.objectContaining({ total_matches: { type: 'integer' } }),
          },
        },
        asset: config.asset,
        payTo: PAY_TO,
        maxTimeoutSeconds: 300,
        extra: { name: 'USD Coin', version: '2' },
      },
    ],
  })
})

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)

/** Returns the headers that a stock client sends when it is answered with the quote, and then with 200. */
async function paidBy(client: x402Client, isVersion1: boolean) {
  const { reply } = await quote()
  const { 'payment-required': _, ...withoutHeader } = reply.headers
  const first = isVersion1 ? { ...reply, headers: withoutHeader } : reply
  const sent: Request[] = []
  const fetchOnce = async (input: unknown) => {
    sent.push(input as Request)
    return sent.length === 1 ? toResponse(first) : new Response('{}')
  }
  await wrapFetchWithPayment(fetchOnce as typeof fetch, client)(`https://assay.example${TARGET}`)
  const payment = reader.fromHeaders((name) => sent[1]?.headers.get(name) ?? null)
  if (payment === null) throw new Error('nothing was paid')
  return payment
}

test.each([
  [1, new x402Client().registerV1('base', new ExactEvmSchemeV1(account))],
  [2, new x402Client().register('eip155:8453', new ExactEvmScheme(account))],
] as const)('a stock client of version %i pays the quote', async (version, client) => {
  const payment = await paidBy(client, version === 1)
  const { authorization } = payment
  expect(payment).toMatchObject({
    version,
    network: 'eip155:8453',
    accepted: version === 1 ? null : { asset: terms.asset, amount: terms.amount, payTo: terms.payTo },
    authorization: { from: account.address, to: PAY_TO, value: '50000' },
  })
  const isSigned = await verifyTypedData({
    address: account.address,
    domain: { ...terms.extra, chainId: 8453, verifyingContract: terms.asset as `0x${string}` },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      from: authorization.from as `0x${string}`,
      to: authorization.to as `0x${string}`,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce as `0x${string}`,
    },
    signature: payment.signature as `0x${string}`,
  })
  expect(isSigned).toBe(true)
})

test.each([
  'q'.repeat(15_000),
  '%5c'.repeat(5_000),
  '\\'.repeat(15_000),
  '"<>^`{|}\''.repeat(2_000),
  '\u{1F980}'.repeat(3_000),
])('however long the query, the resource is an address of at most 2,000 characters', async (query) => {
  const { header, body, decoded } = await quote(
    `${TARGET}&x=${query}`,
    { world: 'sample' },
    terms,
    '\u{1F980}'.repeat(200),
  )
  const { url } = decoded.resource
  expect(url.length).toBeGreaterThan(1990)
  expect(url.length).toBeLessThanOrEqual(2000)
  expect(() => decodeURI(url.replace(/(%[\da-f]{2})+$/i, ''))).not.toThrow()
  expect(url).not.toMatch(/%[\da-f]?$/i)
  expect(body.accepts[0].resource).toBe(url)
  expect(header.length).toBeLessThan(7000)
})

test('a sample says so, and so does a test network', async () => {
  const describeQuote = async (world: string, network: string) =>
    (await quote(TARGET, { world }, { ...terms, network })).body.accepts[0].description
  expect(await describeQuote('live', 'eip155:8453')).toBe('Find agents by capability: the full ranked list.')
  expect(await describeQuote('sample', 'eip155:8453')).toMatch(/made-up sample: pay no real money/)
  expect(await describeQuote('live', 'eip155:84532')).toMatch(
    /base-sepolia is a test network: no real money is paid/,
  )
  expect(await describeQuote('sample', 'eip155:31337')).toMatch(
    /made-up sample.*test network: no real money is paid/,
  )
})

test('a chain without a name in version 1 keeps its id in both versions', async () => {
  const local = { ...terms, network: 'eip155:31337' }
  const { body, decoded } = await quote(TARGET, {}, local)
  expect([body.accepts[0].network, decoded.accepts[0]?.network]).toEqual(['eip155:31337', 'eip155:31337'])
})

test('every paid endpoint has a quote that the newest packages read, with the extension as they declare it', async () => {
  for (const paid of ENDPOINTS.filter(({ price }) => price !== null)) {
    const terms = computeTerms(paid, config)
    const call = { ...createCall(TARGET, {}), endpoint: paid }
    const { headers, body } = await quoteReply(call, terms, MESSAGE, 'r1')
    const decoded = decodePaymentRequiredHeader(headers['payment-required'] ?? '')
    expect(PaymentRequiredV2Schema.parse(decoded)).toEqual(decoded)
    expect(PaymentRequiredV1Schema.parse(parseBody(body)).accepts).toHaveLength(1)
    expect(decoded.extensions?.[PAYMENT_IDENTIFIER]).toEqual(declarePaymentIdentifierExtension(false))
    expect(SCHEMES.map(({ name }) => name)).toContain(decoded.accepts[0]?.scheme)
  }
})

test('only paid endpoints have terms', () => {
  expect(() => computeTerms(endpoint('find'), config)).toThrow('find is free')
})
