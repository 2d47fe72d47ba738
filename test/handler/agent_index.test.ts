import { expect, test } from 'vitest'
import { AgentIndex } from '../../handler/agent_index.ts'

function indexOf(rows: [string, string][], now = () => 0): AgentIndex {
  return new AgentIndex(rows, now)
}

test('at most five are suggested', () => {
  const index = indexOf(Array.from({ length: 50 }, (_, i) => [`agent-${i}`, 'x']))
  expect(index.suggest('agent')).toHaveLength(5)
})

test('a release without an index suggests nothing', () => {
  expect(new AgentIndex([], () => 0).suggest('agent')).toEqual([])
  expect(new AgentIndex([], () => 0).handle('agent')).toBeNull()
})

test('searches that take long stop for a while, and go on when their share of time is earned again', () => {
  let ms = 0
  // Each look at the clock takes 30 ms: a search is charged that much.
  const index = indexOf([['agent-1', 'x']], () => (ms += 30))
  const found = () => index.suggest('agent-2').length
  expect([found(), found(), found(), found()]).toContain(0)
  ms += 1_000
  expect(found()).toBe(1)
})

test('long and crowded input is searched in bounded time', () => {
  const index = indexOf(Array.from({ length: 20_000 }, (_, i) => [`a-b-c-d-${i}`, 'alpha beta gamma']))
  const started = performance.now()
  index.suggest('a-'.repeat(32))
  index.suggest('x'.repeat(100_000))
  expect(performance.now() - started).toBeLessThan(2_000)
})
