import { beforeAll, expect, test } from 'vitest'
import { keysOfEntry, packEntry, type SearchEntry, unpackEntry } from '../../core/search/entry.ts'
import { parseQuery } from '../../core/search/keys.ts'
import { matchReason } from '../../core/search/match_reason.ts'
import { parseTree, treeText } from '../../core/search/tree.ts'
import { describeMatches } from '../../core/views/search_result.ts'
import { syntheticEntries, typedTexts } from '../../lab/bench/search/synthetic.ts'
import { PART_BYTES } from '../../pipeline/artifacts/search/search_tree.ts'
import { createRandom } from '../../sample/prng.ts'
import { buildIndex, entry, searchIn } from './given_entries.ts'

const AGENTS = 3000
let entries: SearchEntry[]
let keys: string[][]
let large: ReturnType<typeof buildIndex>

beforeAll(() => {
  entries = [...syntheticEntries(createRandom('search test'), AGENTS)]
  keys = entries.map(keysOfEntry)
  large = buildIndex(entries)
})

/** All agents that a text finds, by the definition. */
function allFoundBy(text: string): string[] {
  const { phrase, words } = parseQuery(text)
  const isFound = (ofOne: string[]): boolean => {
    const has = (word: string) => ofOne.some((key) => key.startsWith(word))
    return has(phrase) || words.every(has)
  }
  return entries.filter((_, at) => isFound(keys[at] ?? [])).map(({ handle }) => handle)
}

test('an entry of a file is what was written', () => {
  for (const entry of entries.slice(0, 50)) expect(unpackEntry(packEntry(entry))).toEqual(entry)
  const departed = entry('gone', { liveness: 'departed', flagged: 'flagged: x', category: 'mcp_server' })
  expect(unpackEntry(packEntry(departed))).toEqual(departed)
})

test('files find whom all agents together would, or the best of them', async () => {
  let counted = 0
  for (const text of typedTexts(createRandom('typed'), entries, 100)) {
    const found = await searchIn(large, text)
    const all = allFoundBy(text)
    if (found.isTotal) expect([text, found.total]).toEqual([text, all.length])
    else expect(found.total).toBeLessThanOrEqual(all.length)
    expect(all).toEqual(expect.arrayContaining(found.handles))
    if (found.isTotal && found.entries.length === found.total) counted += 1
  }
  expect(counted).toBeGreaterThan(50)
})

test('an agent is found by its whole name and by its handle, however many begin so', async () => {
  for (const { handle, name } of entries.filter((_, at) => at % 100 === 0)) {
    expect((await searchIn(large, handle)).handles[0]).toBe(handle)
    expect((await searchIn(large, name)).handles).toContain(handle)
  }
})

test('a search takes two files at most, and no file is larger than it may be', async () => {
  for (const body of large.files.values()) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(PART_BYTES)
  expect(large.files.size).toBeGreaterThan(100)
  expect((await searchIn(large, 'trading agent bot')).read.length).toBeLessThanOrEqual(2)
  expect((await searchIn(large, 'trading')).read).toHaveLength(1)
})

test('the tree is read as it was written, and the same agents give the same bytes', () => {
  expect(treeText(parseTree(large.tree))).toBe(large.tree)
  const again = buildIndex([...syntheticEntries(createRandom('search test'), AGENTS)])
  expect(again.tree).toBe(large.tree)
  expect([...again.files]).toEqual([...large.files])
})

test('the names of files are plain, whatever the names of agents are', () => {
  const names = [
    '天気予報',
    '𠮷野家',
    'C++',
    'عميل',
    '../../etc',
    '</script>',
    '(a.b)',
    'index',
    'CON',
  ].flatMap((name) => Array.from({ length: 150 }, (_, at) => entry(`x${at}`, { name: `${name} ${at}` })))
  const { files, tree } = buildIndex(names)
  for (const name of files.keys()) expect(name).toMatch(/^[a-z\d_]+-?$/)
  expect(treeText(parseTree(tree))).toBe(tree)
})

test('agents of one name that fill a file give one branch, not one for each letter of it', () => {
  const { files, tree } = buildIndex(
    Array.from({ length: 800 }, (_, at) => entry(`a-${at}`, { name: 'Autonomous trader' })),
  )
  expect(tree).toContain('utonomoustrader()')
  expect(files.has('autonomoustrader')).toBe(true)
  expect([...files.keys()].filter((name) => name.startsWith('auton'))).toHaveLength(1)
})

test('returns the best of a frequent prefix with the total number, and an agent with that whole name', async () => {
  const many = Array.from({ length: 800 }, (_, at) => entry(`bot-${at}`))
  const found = await searchIn(buildIndex([...many, entry('last', { name: 'Bot' })]), 'bot')
  expect(found).toMatchObject({ total: 801, isTotal: true })
  expect(found.handles.slice(0, 3)).toEqual(['last', 'bot-0', 'bot-1'])
  expect(found.handles.length).toBeLessThan(500)
})

test.each([
  ['desk', ['desk', 'desk-lamp', 'my-desk', 'lamps', 'mimic']],
  ['desk lamp', ['desk-lamp', 'lamps']],
  ['lamp desk', ['desk-lamp', 'lamps']],
  ['MIMIC', ['mimic']],
  ['lampsofdesk.example', ['lamps']],
  ['天', ['cjk']],
  ['予報', ['cjk']],
  ['الطقس', ['rtl']],
])(
  '%s finds %j: whole names, beginnings, words, what is elsewhere, flagged ones last',
  async (text, handles) => {
    const few = buildIndex([
      entry('lamps', { name: 'Lamps', operators: ['desk.example', 'lampsofdesk.example'] }),
      entry('mimic', { name: 'Desk', flagged: 'flagged: hostile name' }),
      entry('my-desk'),
      entry('desk-lamp'),
      entry('desk'),
      entry('cjk', { name: '天気予報' }),
      entry('rtl', { name: 'عميل الطقس' }),
    ])
    expect((await searchIn(few, text)).handles).toEqual(handles)
  },
)

test('where nobody is found, those that are spelt nearly so are named, flagged ones last', async () => {
  const few = buildIndex([
    entry('weather-tools', { name: 'Weather Tools', flagged: 'flagged: hostile name' }),
    entry('weather-desk', { name: 'Weather Desk' }),
    entry('tide-desk', { name: 'Tide Desk' }),
  ])
  const found = await searchIn(few, 'wether')
  expect(found).toMatchObject({ total: 0, isTotal: true, entries: [] })
  expect(found.near.map(({ handle }) => handle)).toEqual(['weather-desk', 'weather-tools'])
  expect(await searchIn(few, '…')).toMatchObject({ total: 0, near: [], read: [] })
})

test('one agent is one, also where there may be more', () => {
  const agent = { handle: 'a' } as SearchEntry
  const words = (total: number, isTotal: boolean) =>
    describeMatches('x', { total, isTotal, entries: Array(total).fill(agent), near: [] })
  expect(words(1, true)).toBe('1 agent found for “x”.')
  expect(words(1, false)).toBe(
    'At least 1 agent found for “x”; the best is shown. Add a word to find others.',
  )
  expect(words(2, false)).toContain('At least 2 agents found for “x”; the best 2 are shown.')
})

test('an index of no agents finds nobody', async () => {
  expect(await searchIn(buildIndex([]), 'any')).toMatchObject({ total: 0, entries: [], near: [], read: [] })
})

test('a result found by a repository or an operator names it', () => {
  const item = entry('desk', { repository: 'owner/lamp', operators: ['0x252a4b73b214', 'host.example'] })
  expect(matchReason(item, 'desk')).toBeNull()
  expect(matchReason(item, 'lamp')).toBe('repository owner/lamp')
  expect(matchReason(item, 'desk host')).toBe('operator host.example')
  expect(matchReason(item, '0x252a')).toBe('operator 0x252a4b73b214')
  expect(matchReason(item, 'other')).toBeNull()
})
