import { expect, test } from 'vitest'
import { AgentIndex, type AgentName, type AgentRow } from '../../serving/handler/agent_index.ts'

const suggested = async (rows: AgentRow[], asked: string): Promise<AgentName[] | null> =>
  new AgentIndex(rows).suggest(asked)

test('at most five are suggested', async () => {
  const rows = Array.from({ length: 50 }, (_, i): AgentRow => [`agent-${i}`, 'x'])
  expect(await suggested(rows, 'agent')).toHaveLength(5)
})

test('a release without an index suggests nothing', async () => {
  expect(await suggested([], 'agent')).toEqual([])
  expect(new AgentIndex([]).handle('agent')).toBeNull()
})

test('the second wrong handle gets suggestions, and the hundredth, however many came before', async () => {
  const index = new AgentIndex(Array.from({ length: 20_000 }, (_, i) => [`erc8004-8453-${i}`, `Agent ${i}`]))
  for (let time = 0; time < 100; time += 1)
    expect((await index.suggest(`erc8004-8453-1${time}x`))?.length, String(time)).toBe(5)
})

test('what is too long, or has no letter, is not looked for, which is not the same as nothing found', async () => {
  const rows: AgentRow[] = [['alder', '天気 ツール']]
  for (const asked of ['', '-', '!?', 'x'.repeat(201)]) expect(await suggested(rows, asked), asked).toBeNull()
  expect(await suggested(rows, 'x'.repeat(200))).toEqual([])
  expect((await suggested(rows, '天気-ツル'))?.[0]?.handle).toBe('alder')
})

test('any input is searched in bounded time', async () => {
  // Names of one family share nearly all of their letters, so that every agent is a candidate.
  const index = new AgentIndex(
    Array.from({ length: 100_000 }, (_, i) => [
      `erc8004-8453-${i}`,
      `Alpha beta gamma ${'a-'.repeat(20)}${i}`,
    ]),
  )
  await index.suggest('x')
  const started = performance.now()
  for (let time = 0; time < 20; time += 1)
    for (const asked of ['erc8004-8453-', 'a-'.repeat(32), 'alpha-beta-gamma', `erc8004-8453-${time}x`])
      await index.suggest(asked)
  expect((performance.now() - started) / 80).toBeLessThan(25)
})

test('while the index of letters is made, others are answered', async () => {
  const index = new AgentIndex(Array.from({ length: 50_000 }, (_, i) => [`agent-${i}`, 'alpha beta gamma']))
  let turns = 0
  const timer = setInterval(() => (turns += 1))
  await index.suggest('agent-x')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})

test('typing errors come first, then what has the text, each the best known first', async () => {
  const index = new AgentIndex([
    ['erc8004-8453-3', 'Sample Agent Weather Tools'],
    ['sample-riverbank-weather-tools', 'Sample Weather Tools'],
    ['weather-tools', 'Sample Weather Tools'],
    ['weather-tooling', 'x'],
    ['feather-tool', 'x'],
    ['weather', 'x'],
  ])
  const handles = async (asked: string) => (await index.suggest(asked))?.map(({ handle }) => handle)
  expect(await handles('weather-tool')).toEqual([
    'weather-tools',
    'weather-tooling',
    'feather-tool',
    'erc8004-8453-3',
    'sample-riverbank-weather-tools',
  ])
  expect((await handles('Waether Tools'))?.[0]).toBe('weather-tools')
  expect((await handles('sample weather tools'))?.slice(0, 2)).toEqual([
    'sample-riverbank-weather-tools',
    'weather-tools',
  ])
})

test('an agent with a grave flag is suggested after the others', async () => {
  const index = new AgentIndex([
    ['a-weather-tools', 'Weather\u200b Tools', 1],
    ['weather-tools', 'Weather Tools'],
    ['weather-tooth', 'x', 1],
  ])
  expect((await index.suggest('weather-tool'))?.map(({ handle }) => handle)).toEqual([
    'weather-tools',
    'a-weather-tools',
    'weather-tooth',
  ])
})

test('nothing is suggested that shares few letters, whatever a release lists first', async () => {
  const rows: AgentRow[] = ['abacus-https', 'https-tools', 'common-api'].map((name) => [name, name])
  expect(await suggested(rows, 'https-api-unknown-host-com')).toEqual([])
})
