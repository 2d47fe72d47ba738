import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { requestOf } from '../../../serving/service/payments/request.ts'

const endpointOf = (id: string) => ENDPOINTS.find((endpoint) => endpoint.id === id) ?? ENDPOINTS[0]
const request = (id: string, target: string): string => {
  const endpoint = endpointOf(id)
  if (endpoint === undefined) throw new Error('no such endpoint')
  return requestOf(endpoint, new URL(target, 'http://localhost'))
}

test('one request has one spelling, however its target is written', () => {
  expect(request('agent_history', '/api/agent/al%64er/history?x=1')).toBe('GET /api/agent/alder/history')
  expect(request('find_full', '/api/agents/find/full?q=a+b&limit=2&utm=1')).toBe(
    request('find_full', '/api/agents/find/full?limit=%32&q=a%20b'),
  )
  expect(request('agent_history', '/api/agent/%00%2F/history')).toBe('GET /api/agent/%00%2F/history')
})

test('requests that differ in a handle or in any parameter that counts are different', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => one.isWellFormed())
  fc.assert(
    fc.property(text, text, (one, other) => {
      fc.pre(one !== other)
      const target = (q: string) => `/api/agents/find/full?q=${encodeURIComponent(q)}`
      expect(request('find_full', target(one))).not.toBe(request('find_full', target(other)))
    }),
  )
  expect(request('find_full', '/api/agents/find/full?q=a&q=b')).not.toBe(
    request('find_full', '/api/agents/find/full?q=a'),
  )
  expect(request('find_full', '/api/agents/find/full?q=a%26limit=5')).not.toBe(
    request('find_full', '/api/agents/find/full?q=a&limit=5'),
  )
})
