import { expect, test } from 'vitest'
import { ProbeFailure, type ProbeFetch } from '../../pipeline/probes/protocol.ts'
import x402 from '../../pipeline/probes/protocols/x402.ts'
import { emptyPage, fail, from, html, json, serveSite, target, text } from './fake_site.ts'

const URL = 'https://shop.example/api/price'
const GET = `GET ${URL}`
const POST = `POST ${URL}`
const NEW = { scheme: 'exact', network: 'eip155:8453', asset: '0xa', payTo: '0xb', amount: '1000' }
const OLD = { scheme: 'exact', network: 'base', asset: '0xa', payTo: '0xb', maxAmountRequired: '1000' }
const BODY = { x402Version: 1, error: 'X-PAYMENT header is required', accepts: [OLD] }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const HEADER = { 'payment-required': encode({ x402Version: 2, accepts: [NEW] }) }
const quote = () => json(BODY, 402)
const notAllowed = () => json({ error: 'method not allowed' }, 405)
const formatQuote = (network: string, from: string) => ({
  ...{ network, asset: '0xa', pay_to: '0xb', amount: '1000', from },
})

type Answers = Parameters<typeof serveSite>[0]
async function probe(method: string | null, answers: Answers, isPostAllowed = false) {
  const site = serveSite(answers)
  const fetch: ProbeFetch = async (url, request) => {
    if (request.method === 'POST' && !isPostAllowed)
      throw new ProbeFailure('not_probed', { reason: 'post_only' })
    return site.fetch(url, request)
  }
  const result = await x402.probe(target('x402', URL, { method }), fetch).catch((error: unknown) => {
    if (error instanceof ProbeFailure && error.reason)
      return { outcome: error.outcome, reason: error.reason, status: null, details: null }
    throw error
  })
  return { ...site, result }
}

test.each([
  ['in the body', quote, '1', [formatQuote('base', 'body')]],
  ['in the header', () => json({}, 402, HEADER), '2', [formatQuote('eip155:8453', 'header')]],
  [
    'in the header, with a page',
    () => text('<html>Payment Required</html>', 402, 'text/html', HEADER),
    '2',
    [formatQuote('eip155:8453', 'header')],
  ],
  [
    'in both',
    () => json(BODY, 402, HEADER),
    '2',
    [formatQuote('eip155:8453', 'header'), formatQuote('base', 'body')],
  ],
])('a quote %s answers', async (_name, answer, protocolVersion, quotes) => {
  const { result, sent, requests } = await probe('GET', { [GET]: answer })
  expect(result).toMatchObject({ outcome: 'answers', status: 402, protocolVersion })
  expect(result.details).toEqual({ method: 'GET', quotes })
  expect(sent).toEqual([GET])
  expect(Object.keys(requests[0]?.headers ?? {})).toEqual(['accept'])
})

test.each([
  ['a quote as text', () => text(JSON.stringify(BODY), 402, 'text/plain'), 'wrong_protocol'],
  ['a quote cut off', () => text(JSON.stringify(BODY).slice(0, -9), 402), 'malformed'],
  ['a header cut off', () => text('', 402, 'text/plain', { 'payment-required': 'eyJ4' }), 'malformed'],
  ['payment by another protocol', () => html('Pay', 402), 'gated'],
  ['a resource for nothing', () => json({ price: 1 }), 'wrong_protocol'],
  ['a quote under 200', () => json(BODY), 'wrong_protocol'],
  ['a page', emptyPage, 'wrong_protocol'],
  ['a refusal', () => json({ error: 'unauthorized' }, 401), 'gated'],
  ['a check of parameters', () => json({ detail: 'q is required' }, 422), 'answers_before_payment'],
  ['a fault', () => json({ error: 'Internal Server Error' }, 500), 'server_error'],
  ['no resource', () => json({}, 404), 'not_found'],
  ['a quote of another host', () => from('https://other.example/', quote()), 'wrong_protocol'],
])('to a GET, %s', async (_name, answer, outcome) => {
  expect((await probe('GET', { [GET]: answer })).result.outcome).toBe(outcome)
})

test('no POST is sent where the host does not allow it', async () => {
  const declared = await probe('post', { [POST]: quote, [GET]: quote })
  expect(declared.result).toMatchObject({ outcome: 'not_probed', reason: 'post_only', status: null })
  expect(declared.sent).toEqual([])
  for (const method of ['GET', null]) {
    const refused = await probe(method, { [POST]: quote, [GET]: notAllowed })
    expect(refused.result).toMatchObject({ outcome: 'not_probed', reason: 'post_only', status: 405 })
    expect(refused.sent).toEqual([GET])
  }
})

test('other methods are never sent', async () => {
  const { result, sent } = await probe('DELETE', {}, true)
  expect(result).toMatchObject({ outcome: 'not_probed', reason: 'post_only' })
  expect(sent).toEqual([])
})

test('a POST has no body, and no payment', async () => {
  const { result, requests, sent } = await probe('POST', { [POST]: quote }, true)
  expect(result).toMatchObject({ outcome: 'answers', details: { method: 'POST' } })
  expect(sent).toEqual([POST])
  expect(requests[0]).not.toHaveProperty('body')
  expect(Object.keys(requests[0]?.headers ?? {})).toEqual(['accept'])
})

test('without a declared method, a POST follows where a GET is refused and the host allows it', async () => {
  const { result, sent } = await probe(null, { [GET]: notAllowed, [POST]: quote }, true)
  expect(result.outcome).toBe('answers')
  expect(sent).toEqual([GET, POST])
})

const invalid = () => json({ error: 'Invalid request body' }, 400)
const token = () => json({ error: 'token is required' }, 400)
const signIn = () => json({ error: 'Unauthorized' }, 401)
const fault = () => text('Internal Server Error', 500, 'text/plain')
const missing = () => html('Cannot POST /api/price', 404)

test('nothing for a POST, and an answer to a GET that does not end, is malformed', async () => {
  const answers = { [POST]: missing, [GET]: () => fail('malformed') }
  await expect(probe('POST', answers, true)).rejects.toMatchObject({ outcome: 'malformed' })
})

test.each([
  ['a check of its body', invalid, quote, 'answers_before_payment', [POST]],
  ['a check of a field', token, quote, 'answers_before_payment', [POST]],
  ['a sign-in that a GET is refused', signIn, notAllowed, 'answers_before_payment', [POST, GET]],
  ['a fault where a GET is refused', fault, notAllowed, 'answers_before_payment', [POST, GET]],
  ['a refusal where a GET is refused', notAllowed, notAllowed, 'answers_before_payment', [POST, GET]],
  ['a sign-in for all', signIn, signIn, 'gated', [POST, GET]],
  ['a fault of all', fault, fault, 'server_error', [POST, GET]],
  ['a route that only GET has', missing, quote, 'answers', [POST, GET]],
  ['nothing for any method', missing, missing, 'not_found', [POST, GET]],
  ['nothing, where a GET is refused', missing, notAllowed, 'not_found', [POST, GET]],
  ['a sign-in, and no answer to a GET', signIn, () => fail('timeout'), 'gated', [POST, GET]],
  ['a proxy that fails', () => html('Bad Gateway', 502), quote, 'server_error', [POST]],
])('to a POST, %s', async (_name, post, get, outcome, requests) => {
  const { result, sent } = await probe('POST', { [POST]: post, [GET]: get }, true)
  expect(result.outcome).toBe(outcome)
  expect(sent).toEqual(requests)
})
