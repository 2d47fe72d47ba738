import { expect, test } from 'vitest'
import { SeenFilter } from '../../serving/handler/seen_filter.ts'
import { AnswerCache } from '../../serving/service/cache/answer_cache.ts'

test('what was asked for once is known the second time', () => {
  const asked = new SeenFilter()
  expect(asked.add('/api/agents/find?q=a')).toBe(false)
  expect(asked.add('/api/agents/find?q=b')).toBe(false)
  expect(asked.add('/api/agents/find?q=a')).toBe(true)
})

test('of many that are made up hardly any is taken for known, and what is asked for between them stays known', () => {
  const asked = new SeenFilter()
  asked.add('honest')
  let mistaken = 0
  for (let at = 0; at < 1_000; at += 1) if (asked.add(`made up ${at}`)) mistaken += 1
  expect(mistaken).toBeLessThan(3)
  expect(asked.add('honest')).toBe(true)
})

test('questions that are made up, each asked once, take no memory of the cache', () => {
  const cache = new AnswerCache(() => 'one')
  cache.get('')
  const body = new Uint8Array(100)
  const answer = { endpoint: 'find', reply: { status: 200, headers: {}, body, isCacheable: true } }
  const ask = (target: string) => cache.put(cache.version(), target, answer)
  for (let at = 0; at < 1_000; at += 1) ask(`/api/agents/find?q=${at}`)
  expect(cache.load.entries).toBeLessThan(3)
  ask('/api/agents/find?q=weather')
  ask('/api/agents/find?q=weather')
  expect(cache.get('/api/agents/find?q=weather')).toBe(answer)
})
