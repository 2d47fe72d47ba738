import { expect, test } from 'vitest'
import { AnswerCache, type CachedAnswer } from '../../serving/service/cache/answer_cache.ts'
import { KeyAnswers } from '../../serving/service/cache/key_answers.ts'

const TARGET = '/api/agent/ash/trust-summary'
const answer = (isForKeys?: boolean): CachedAnswer => ({
  endpoint: 'trust_summary',
  reply: { status: 200, headers: {}, body: new Uint8Array(3), ...(isForKeys && { isForKeys }) },
})

function createCache() {
  let version = 'one'
  const outcomes: string[] = []
  const known = new Set(['good'])
  const cache = new AnswerCache(() => version)
  const answers = new KeyAnswers({
    cache,
    isKnownKey: (key) => known.has(key),
    onOutcome: (outcome, endpoint) => outcomes.push(`${outcome} ${endpoint}`),
  })
  const keepTwice = (made: CachedAnswer) => {
    cache.get(TARGET)
    for (let time = 0; time < 2; time += 1) answers.put(cache.version(), TARGET, made)
  }
  return { answers, cache, known, outcomes, keepTwice, publish: () => (version = 'two') }
}

test('a paid answer cached for a Pro key is returned to each valid key, counted each time, and to nobody else', () => {
  const { answers, cache, known, outcomes, keepTwice } = createCache()
  keepTwice(answer(true))
  expect(answers.get(TARGET, 'good')?.reply.body).toEqual(new Uint8Array(3))
  for (const key of ['bad', '', undefined]) expect(answers.get(TARGET, key)).toBeUndefined()
  expect(cache.get(TARGET)).toBeUndefined()
  expect(answers.get(`${TARGET}?x`, 'good')).toBeUndefined()
  expect(outcomes).toEqual(['pro_key trust_summary'])
  known.clear()
  expect(answers.get(TARGET, 'good')).toBeUndefined()
})

test('a quote, a paid answer and one of an earlier release are never kept for keys', () => {
  const { answers, keepTwice, publish } = createCache()
  keepTwice(answer())
  expect(answers.get(TARGET, 'good')).toBeUndefined()
  keepTwice(answer(true))
  publish()
  expect(answers.get(TARGET, 'good')).toBeUndefined()
})
