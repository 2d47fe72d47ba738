import { expect, test, vi } from 'vitest'
import { Cache } from '../../core/domain/cache.ts'
import {
  AnswerCache,
  type CachedAnswer,
  MAX_ANSWER_BYTES,
  MAX_ANSWERS,
} from '../../serving/service/cache/answer_cache.ts'

const answer = (bytes: number): CachedAnswer => ({
  endpoint: 'find',
  reply: { status: 200, headers: {}, body: new Uint8Array(bytes), isCacheable: true },
})

function createCache(bytes = 0) {
  const cache = new AnswerCache(() => 'one')
  cache.get('')
  // The second request stores the answer.
  const keep = (target: string, size = bytes) => {
    for (let time = 0; time < 2; time += 1) cache.put('one', target, answer(size))
  }
  return { cache, keep }
}

test('has a maximum number of answers, and evicts the least recently used', () => {
  const { cache, keep } = createCache()
  for (let nth = 0; nth < MAX_ANSWERS; nth += 1) keep(`/${nth}`)
  cache.get('/0')
  keep('/new')
  expect(cache.load.entries).toBe(MAX_ANSWERS)
  expect(['/0', '/1', '/2', '/new'].map((target) => cache.get(target) !== undefined)).toEqual([
    ...[true, false, true, true],
  ])
})

test('they take so many bytes and no more, and one alone at most a quarter', () => {
  const { cache, keep } = createCache(MAX_ANSWER_BYTES / 8)
  for (let nth = 0; nth < 12; nth += 1) keep(`/${nth}`)
  keep('/large', MAX_ANSWER_BYTES / 4)
  expect(cache.load.entries).toBe(7)
  expect(cache.load.bytes).toBeLessThanOrEqual(MAX_ANSWER_BYTES)
  expect([cache.get('/large'), cache.get('/4')]).toEqual([undefined, undefined])
  expect(cache.get('/5')).toBeDefined()
})

test('what a caller asked for is in no key by itself', () => {
  const put = vi.spyOn(Cache.prototype, 'put')
  const { cache, keep } = createCache()
  for (const target of ['/api/agents/find?q=0xabc', 'for Pro keys: /api/agents/find/full?q=0xabc']) {
    keep(target)
    expect(cache.get(target)).toBeDefined()
  }
  expect(put.mock.calls).toHaveLength(2)
  expect(put.mock.calls.map(([key]) => key).join()).not.toContain('0xabc')
})
