import { json } from 'node:stream/consumers'
import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas'
import { expect, test } from 'vitest'
import { httpFacilitator } from '../../../serving/service/payments/http_facilitator.ts'
import { FacilitatorUnavailable, type Payment } from '../../../serving/service/payments/payment.ts'
import { config, listing, PAY_TO, PAYER, payment, reader, serving, terms } from './given.ts'

const { scheme } = config

const HASH = `0x${'12'.repeat(32)}`
const VALID = { isValid: true, payer: PAYER }
const SETTLED = { success: true, payer: PAYER, transaction: HASH, network: 'eip155:8453' }
const timeoutMs = { verify: 20_000, settle: 20_000 }
/** For facilitators that say nothing. */
const soon = { verify: 300, settle: 300 }

interface FacilitatorRequest {
  path: string | undefined
  authorization: string | undefined
  body: Record<string, unknown>
}

/** A facilitator with one fixed answer, and its received requests. */
async function startFacilitator(body: unknown, status = 200, headers: Record<string, string> = {}) {
  const asked: FacilitatorRequest[] = []
  const url = await serving(async (request, response) => {
    const { url: path, headers: given } = request
    asked.push({
      path,
      authorization: given.authorization,
      body: (await json(request)) as FacilitatorRequest['body'],
    })
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return { asked, url, facilitator: httpFacilitator({ scheme, url, token: null, timeoutMs }) }
}

const verified = async (body: unknown, status?: number, headers?: Record<string, string>) =>
  (await startFacilitator(body, status, headers)).facilitator.verify(payment, terms, listing)
const settled = async (body: unknown, status?: number, headers?: Record<string, string>) =>
  (await startFacilitator(body, status, headers)).facilitator.settle(payment, terms, listing)

test('it is asked in version 2 for the terms, whichever version the client speaks, and with the token', async () => {
  const { asked, url } = await startFacilitator({ ...VALID, ...SETTLED })
  const { verify, settle } = httpFacilitator({ scheme, url: `${url}/x402/`, token: 'secret', timeoutMs })
  const first: Payment = { ...payment, version: 1, accepted: null }
  const odd: Payment = { ...payment, accepted: { asset: PAYER, amount: '1', payTo: PAYER } }
  expect(await verify(first, terms, listing)).toEqual({ isValid: true, payer: PAYER })
  expect(await settle(odd, terms, listing)).toEqual({ outcome: 'settled', transaction: HASH })
  expect(asked.map(({ path }) => path)).toEqual(['/x402/verify', '/x402/settle'])
  expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer secret', 'Bearer secret'])
  expect(asked[0]?.body).toEqual(asked[1]?.body)
  const { x402Version, paymentPayload, paymentRequirements } = asked[0]?.body ?? {}
  expect(x402Version).toBe(2)
  expect(PaymentRequirementsV2Schema.parse(paymentRequirements)).toEqual({
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '50000',
    asset: terms.asset,
    payTo: PAY_TO,
    maxTimeoutSeconds: 300,
    extra: { name: 'USD Coin', version: '2' },
  })
  expect(PaymentPayloadV2Schema.parse(paymentPayload)).toEqual({
    x402Version: 2,
    ...listing,
    accepted: paymentRequirements,
    payload: { signature: payment.signature, authorization: payment.authorization },
  })
})

test('it is sent strings, also where the client sent numbers', async () => {
  const { asked, facilitator } = await startFacilitator(VALID)
  const { signature, authorization } = payment
  const numbers = { value: Number(authorization.value), validAfter: 0, validBefore: 2_000_000_000 }
  const payload = { signature, authorization: { ...authorization, ...numbers } }
  await facilitator.verify(
    reader.fromJson({ x402Version: 1, scheme: 'exact', network: 'base', payload }, 'x'),
    terms,
    listing,
  )
  expect(asked[0]?.body.paymentPayload).toMatchObject({ payload: { signature, authorization } })
})

test('a clear no is a refusal, with an error status too; its reason is cleaned and short', async () => {
  const reason = `insufficient_funds\u202E\n${'x'.repeat(500)}`
  const verdict = await verified({ isValid: false, invalidReason: reason })
  expect(verdict).toMatchObject({ isValid: false, reason: expect.stringMatching(/^insufficient_funds x+…$/) })
  expect(verdict.isValid ? '' : verdict.reason).toHaveLength(200)
  expect(await verified({ isValid: false }, 400)).toEqual({ isValid: false, reason: 'no reason given' })
  const failed = {
    success: false,
    errorReason: 'invalid_exact_evm_nonce',
    transaction: '',
    network: 'eip155:8453',
  }
  for (const status of [200, 402])
    expect(await settled(failed, status)).toEqual({ outcome: 'failed', reason: 'invalid_exact_evm_nonce' })
})

test('a settlement that failed after it was sent to the chain is unknown', async () => {
  const pending = {
    success: false,
    errorReason: 'settlement_pending',
    transaction: HASH,
    network: 'eip155:8453',
  }
  expect(await settled(pending)).toEqual({ outcome: 'unknown', reason: 'settlement_pending' })
})

test('a settlement may name its network as version 1 does', async () => {
  expect(await settled({ ...SETTLED, network: 'base', payer: PAYER.toLowerCase() })).toEqual({
    outcome: 'settled',
    transaction: HASH,
  })
})

test.each<[string, unknown, number?]>([
  ['500', VALID, 500],
  ['500 with a no', { isValid: false, payer: PAYER }, 500],
  ['an error status with a yes', VALID, 400],
  ['a status that is no answer', VALID, 302],
  ['no JSON', 'valid'],
  ['nothing', ''],
  ['null', null],
  ['a list', [VALID]],
  ['a yes in words', { ...VALID, isValid: 'true' }],
  ['a yes in numbers', { ...VALID, isValid: 1 }],
  ['no verdict', { payer: PAYER }],
  ['another payer', { ...VALID, payer: PAY_TO }],
  ['no payer', { isValid: true }],
  ['half an answer', '{"isValid":true,"payer":"0x'],
  ['too much', { ...VALID, rest: 'x'.repeat(70_000) }],
])('no verdict: %s', async (_, body, status) => {
  await expect(verified(body, status)).rejects.toThrow(FacilitatorUnavailable)
})

test.each<[string, unknown, number?]>([
  ['500', SETTLED, 500],
  ['500 with a no', { success: false, errorReason: 'x' }, 502],
  ['an error status with a yes', SETTLED, 402],
  ['no JSON', '<html>'],
  ['a yes in words', { ...SETTLED, success: 'true' }],
  ['no transaction', { ...SETTLED, transaction: undefined }],
  ['an empty transaction', { ...SETTLED, transaction: '' }],
  ['no hash', { ...SETTLED, transaction: '0x12' }],
  ['another network', { ...SETTLED, network: 'base-sepolia' }],
  ['no network', { ...SETTLED, network: undefined }],
  ['another payer', { ...SETTLED, payer: PAY_TO }],
  ['another amount', { ...SETTLED, amount: '1' }],
  ['too much', { ...SETTLED, rest: 'x'.repeat(70_000) }],
])('unknown whether it is settled: %s', async (_, body, status) => {
  expect(await settled(body, status)).toEqual({ outcome: 'unknown', reason: expect.any(String) })
})

test.each<[unknown, number, string]>([
  [{ ...SETTLED, transaction: undefined }, 200, 'the facilitator names no transaction'],
  [{ ...SETTLED, amount: '1' }, 200, 'the facilitator names another amount'],
  [{ ...SETTLED, network: 'base-sepolia' }, 200, 'the facilitator names another network'],
  [{ ...SETTLED, payer: PAY_TO }, 200, 'the facilitator names another payer'],
  [SETTLED, 300, 'the facilitator gave no clear answer, with status 300'],
  [
    { success: false, errorReason: 'x' },
    300,
    'the facilitator gave no clear answer, with status 300, errorReason: x',
  ],
  [
    { success: false, errorReason: 'x' },
    500,
    'the facilitator gave no clear answer, with status 500, errorReason: x',
  ],
  ['{', 200, 'the facilitator gave no clear answer, with status 200'],
])('why it is not known: %#', async (body, status, reason) => {
  expect(await settled(body, status)).toEqual({ outcome: 'unknown', reason })
})

/** Returns the log of a facilitator with this answer, and the result of the payment. */
async function runStep(step: 'verify' | 'settle', body: unknown, status = 200) {
  const { url } = await startFacilitator(body, status)
  const lines: string[] = []
  const onRefusal = (words: string) => void lines.push(words)
  const facilitator = httpFacilitator({ scheme, url, token: null, timeoutMs, onRefusal })
  const came = await facilitator[step](payment, terms, listing).catch((error: Error) => error)
  return { came, lines }
}

test.each<[string, 'verify' | 'settle', number, unknown, RegExp]>([
  [
    'a payload that its schema does not take',
    'verify',
    400,
    { errorType: 'invalid_request', errorMessage: "'paymentPayload' does not fit", correlationId: 'c0ffee' },
    /status 400, errorMessage: 'paymentPayload' does not fit, errorType: invalid_request, correlationId: c0ffee$/,
  ],
  [
    'a token that ran out',
    'verify',
    401,
    { errorType: 'unauthorized', errorMessage: 'The key is not valid' },
    /status 401, errorMessage: The key is not valid, errorType: unauthorized$/,
  ],
  ['words of a proxy', 'verify', 403, { message: 'Forbidden' }, /status 403, message: Forbidden$/],
  ['words that are no text', 'verify', 500, { errorMessage: { a: 1 }, error: 7 }, /with status 500$/],
])('an answer that is none says why in the error: %s', async (_, step, status, body, words) => {
  const { came } = await runStep(step, body, status)
  expect(came).toBeInstanceOf(FacilitatorUnavailable)
  expect((came as Error).message).toMatch(words)
})

test.each<[string, 'verify' | 'settle', number, unknown, object, RegExp]>([
  [
    'no money',
    'verify',
    200,
    {
      isValid: false,
      invalidReason: 'insufficient_funds',
      invalidMessage: 'has\u202e too\nlittle',
      payer: '0x0',
    },
    { isValid: false, reason: 'insufficient_funds' },
    /^the facilitator refused a payment, invalidReason: insufficient_funds, invalidMessage: has too little$/,
  ],
  [
    'sent and not confirmed',
    'settle',
    202,
    { success: false, errorReason: 'settlement_pending', transaction: HASH, network: 'eip155:8453' },
    { outcome: 'unknown', reason: 'settlement_pending' },
    /^the facilitator did not settle a payment \(unknown: settlement_pending\), errorReason: settlement_pending$/,
  ],
  [
    'failed',
    'settle',
    200,
    {
      success: false,
      errorReason: 'unexpected_error',
      errorMessage: 'no gas',
      transaction: '',
      network: 'x',
    },
    { outcome: 'failed', reason: 'unexpected_error' },
    /errorReason: unexpected_error, errorMessage: no gas$/,
  ],
  [
    'a page of a gateway',
    'settle',
    504,
    '<html>gateway timeout</html>',
    { outcome: 'unknown', reason: 'the facilitator gave no clear answer, with status 504' },
    /with status 504\)$/,
  ],
  [
    'a yes with its transaction in another field',
    'settle',
    200,
    { success: true, txHash: HASH, networkId: '8453' },
    { outcome: 'unknown', reason: 'the facilitator names another network' },
    /names another network/,
  ],
])(
  'a refusal is logged in the words of the facilitator: %s',
  async (_, step, status, body, result, words) => {
    const { came, lines } = await runStep(step, body, status)
    expect(came).toEqual(result)
    expect(lines).toEqual([expect.stringMatching(words)])
  },
)

test('words of a facilitator are cut, and a yes logs none', async () => {
  const { lines } = await runStep('verify', { isValid: false, invalidMessage: 'x'.repeat(5_000) })
  expect(lines[0]?.length).toBeLessThan(600)
  expect((await runStep('verify', VALID)).lines).toEqual([])
  expect((await runStep('settle', { ...SETTLED, network: 'base', payer: null })).lines).toEqual([])
})

test('requests are JSON for JSON, at an address with any number of trailing slashes', async () => {
  const headers: Record<string, unknown> = {}
  const url = await serving((request, response) => {
    Object.assign(headers, request.headers, { path: request.url })
    response.end(JSON.stringify(VALID))
  })
  await httpFacilitator({ scheme, url: `${url}/x//`, token: null, timeoutMs }).verify(payment, terms, listing)
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    accept: 'application/json',
    path: '/x/verify',
  })
  expect(headers.authorization).toBeUndefined()
  const mute = await serving(() => undefined)
  const reasonAt = async (at: string) =>
    (await httpFacilitator({ scheme, url: at, token: null, timeoutMs: soon }).settle(
      payment,
      terms,
      listing,
    )) as object
  expect(await reasonAt(mute)).toMatchObject({ reason: 'the facilitator did not answer within 300 ms' })
  expect(await reasonAt('http://127.0.0.1:1')).toMatchObject({
    reason: 'the facilitator did not answer at all',
  })
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
  const good = await startFacilitator({ ...VALID, ...SETTLED })
  const { facilitator } = await startFacilitator('', status, { location: `${good.url}/verify` })
  await expect(facilitator.verify(payment, terms, listing)).rejects.toThrow(`with status ${status}`)
  expect(await facilitator.settle(payment, terms, listing)).toMatchObject({ outcome: 'unknown' })
  expect(good.asked).toEqual([])
})

/** Both calls fail as they should. */
async function expectNothing(url: string) {
  const { verify, settle } = httpFacilitator({ scheme, url, token: 'secret', timeoutMs: soon })
  const error = await verify(payment, terms, listing).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(FacilitatorUnavailable)
  const settlement = await settle(payment, terms, listing)
  expect(settlement.outcome).toBe('unknown')
  const told = `${(error as Error).message} ${JSON.stringify(settlement)}`
  expect(told).not.toMatch(new RegExp(`secret|${payment.signature.slice(2, 20)}`))
}

test('nobody listens', () => expectNothing('http://127.0.0.1:1'))

test('the connection is lost', async () =>
  expectNothing(await serving((request) => request.socket.destroy())))

test('the connection is lost within the answer', async () =>
  expectNothing(
    await serving((request, response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write(JSON.stringify({ ...VALID, ...SETTLED }), () => request.socket.destroy())
    }),
  ))

test('no answer in time', async () => expectNothing(await serving(() => undefined)))

test('an answer that trickles', async () =>
  expectNothing(
    await serving((_, response) => {
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    }),
  ))

test('an answer without an end', async () =>
  expectNothing(
    await serving((_, response) => {
      const more = () => {
        if (!response.destroyed) response.write(' '.repeat(50_000), more)
      }
      more()
    }),
  ))
