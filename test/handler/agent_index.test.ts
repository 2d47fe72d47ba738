import { expect, test } from 'vitest'
import { AgentIndex, type AgentRow } from '../../serving/handler/agent_index.ts'

function indexOf(rows: AgentRow[], now = () => 0): AgentIndex {
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

test('the nearest in letters comes first, then what begins with it, then what holds it', () => {
  const index = indexOf([
    ['erc8004-8453-3', 'Sample Agent Weather Tools'],
    ['sample-riverbank-weather-tools', 'Sample Weather Tools'],
    ['weather-tools', 'Sample Weather Tools'],
    ['weather-tooling', 'x'],
    ['feather-tool', 'x'],
    ['weather', 'x'],
  ])
  const handles = (asked: string) => index.suggest(asked).map(({ handle }) => handle)
  expect(handles('weather-tool')).toEqual([
    'feather-tool',
    'weather-tools',
    'weather-tooling',
    'sample-riverbank-weather-tools',
    'erc8004-8453-3',
  ])
  expect(handles('Waether Tools')[0]).toBe('weather-tools')
  expect(handles('sample weather tools').slice(0, 2)).toEqual([
    'sample-riverbank-weather-tools',
    'weather-tools',
  ])
})

test('an agent with a grave flag is suggested after the others', () => {
  const index = indexOf([
    ['a-weather-tools', 'Weather\u200b Tools', 1],
    ['weather-tools', 'Weather Tools'],
    ['weather-tooth', 'x', 1],
  ])
  expect(index.suggest('weather-tool').map(({ handle }) => handle)).toEqual([
    'weather-tools',
    'a-weather-tools',
    'weather-tooth',
  ])
})

test('the same is suggested in whatever order a release lists its agents', () => {
  const rows: AgentRow[] = Array.from({ length: 40 }, (_, nth) => [`desk-${nth}`, `Desk ${nth}`])
  expect(indexOf(rows).suggest('desk')).toEqual(indexOf(rows.toReversed()).suggest('desk'))
})
