import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import type { Payment } from '../../../serving/service/payments/payment.ts'
import { canonicalRequest, mismatch, SPARE_SECONDS } from '../../../serving/service/payments/request.ts'
import { config, payment, terms } from '../payments_wire/given.ts'

const { scheme } = config

const findEndpoint = (id: string) => ENDPOINTS.find((endpoint) => endpoint.id === id) ?? ENDPOINTS[0]
const request = (id: string, target: string): string => {
  const endpoint = findEndpoint(id)
  if (endpoint === undefined) throw new Error('no such endpoint')
  return canonicalRequest(endpoint, new URL(target, 'http://localhost'))
}

test('one request has one spelling, however its target is written', () => {
  expect(request('agent_history', '/api/agent/al%64er/history?x=1')).toBe('GET /api/agent/alder/history')
  expect(request('find_full', '/api/agents/find/full?q=a+b&limit=2&utm=1')).toBe(
    request('find_full', '/api/agents/find/full?limit=%32&q=a%20b'),
  )
  const full = (query: string) => request('find_full', `/api/agents/find/full?q=a&${query}`)
  for (const spelling of [
    'rails[]=x402&rails[]=mcp',
    'rails%5B%5D=mcp,x402',
    'rails[0]=mcp&rails=x402&rails=mcp',
  ])
    expect(full(spelling)).toBe(full('rails=mcp,x402'))
  expect(full('rails=mcp')).not.toBe(full('rails=x402'))
  expect(request('agent_history', '/api/agent/%00%2F/history')).toBe('GET /api/agent/%00%2F/history')
})

test('a query parameter with the name of a place in the path makes no difference', () => {
  expect(request('agent_history', '/api/agent/alder/history?handle=other')).toBe(
    'GET /api/agent/alder/history',
  )
})

test('requests that differ in a handle or in any parameter that counts are different', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed())
  fc.assert(
    fc.property(text, text, (text, other) => {
      fc.pre(text !== other)
      const target = (q: string) => `/api/agents/find/full?q=${encodeURIComponent(q)}`
      expect(request('find_full', target(text))).not.toBe(request('find_full', target(other)))
    }),
  )
  expect(request('find_full', '/api/agents/find/full?q=a&q=b')).not.toBe(
    request('find_full', '/api/agents/find/full?q=a'),
  )
  expect(request('find_full', '/api/agents/find/full?q=a%26limit=5')).not.toBe(
    request('find_full', '/api/agents/find/full?q=a&limit=5'),
  )
})

describe('the times of a payment', () => {
  const NOW = 1_750_000_000
  /** Returns the error for a payment with these times, in seconds from now. */
  const wrong = (validAfter: number, validBefore: number): string | null => {
    const times = { validAfter: String(NOW + validAfter), validBefore: String(NOW + validBefore) }
    const authorization = { ...payment.authorization, ...times }
    return mismatch({ payment: { ...payment, authorization }, terms, scheme }, NOW)?.code ?? null
  }

  test.each([
    ['begins now', 0, 60, null],
    ['begins in a second', 1, 60, 'INVALID_PAYLOAD'],
    ['leaves just enough time to settle', 0, SPARE_SECONDS, null],
    ['leaves a second too little', 0, SPARE_SECONDS - 1, 'EXPIRED_PAYMENT'],
    ['ends as late as may be, by a clock that is ten minutes ahead', 0, 300 + 600, null],
    ['is valid for a second too long', 0, 300 + 601, 'INVALID_PAYLOAD'],
  ])('one that %s', (_, validAfter, validBefore, code) => {
    expect(wrong(validAfter, validBefore)).toBe(code)
  })
})

describe('the subject of a payment', () => {
  const NOW = Number(payment.authorization.validBefore) - 60
  const more = (BigInt(terms.amount) + 1n).toString()
  const less = (BigInt(terms.amount) - 1n).toString()
  const other = payment.authorization.from

  test.each<[string, string | null, Partial<Payment>, Partial<Payment['authorization']>]>([
    ['exactly what is asked', null, {}, {}],
    ['addresses in small letters', null, {}, { to: terms.payTo.toLowerCase() }],
    ['a client that names no token', null, { accepted: null }, {}],
    ['a unit too much', 'INVALID_AMOUNT', {}, { value: more }],
    ['a unit too little', 'INVALID_AMOUNT', {}, { value: less }],
    [
      'a unit too much, from a client that names no token',
      'INVALID_AMOUNT',
      { accepted: null },
      { value: more },
    ],
    ['another quote', 'INVALID_AMOUNT', { accepted: { ...accepted(), amount: less } }, {}],
    ['another token', 'INVALID_PAYLOAD', { accepted: { ...accepted(), asset: other } }, {}],
    ['a quote of another seller', 'INVALID_PAYLOAD', { accepted: { ...accepted(), payTo: other } }, {}],
    ['another receiver', 'INVALID_PAYLOAD', {}, { to: other }],
    ['another chain', 'NETWORK_MISMATCH', { network: 'eip155:84532' }, {}],
  ])('%s', (_, code, sent, authorized) => {
    const authorization = { ...payment.authorization, ...authorized }
    const offered = { payment: { ...payment, ...sent, authorization }, terms, scheme }
    expect(mismatch(offered, NOW)?.code ?? null).toBe(code)
  })

  function accepted() {
    return { asset: terms.asset, amount: terms.amount, payTo: terms.payTo }
  }
})
