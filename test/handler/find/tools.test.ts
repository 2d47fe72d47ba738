import { expect, test } from 'vitest'
import { FindIndexBuilder } from '../../../pipeline/artifacts/search/find_index_builder.ts'
import { createRandom } from '../../../sample/prng.ts'
import { FindIndex } from '../../../serving/handler/find/find_index.ts'
import { given, together, type World, worldWithAgents } from '../../model/given.ts'
import { rowsFrom } from '../../model/given_tables.ts'
import { neutral } from './agents.ts'
import { DECOYS, TOOL_QUESTIONS } from './tool_questions.ts'

const VERBS = ['create', 'list', 'get', 'search', 'update', 'delete', 'send', 'book', 'query', 'convert']
const THINGS =
  'issue message payment database page table document record domain image event wallet order file user'
const SHOWN = 3

/** Servers with tools of common words, each of which has some of those of a question. */
function makeCrowd(count: number): { handle: string; tools: string[] }[] {
  const random = createRandom('crowd of tools')
  const pick = (words: string[]) => words[Math.floor(random() * words.length)] ?? ''
  return Array.from({ length: count }, (_, at) => ({
    handle: `crowd-${at}`,
    tools: Array.from({ length: 8 }, () => `${pick(VERBS)}_${pick(THINGS.split(' '))}`),
  }))
}

const lists = (
  agents: { handle: string; tools: readonly (string | readonly [string, string])[] }[],
): World => ({
  int_agents__tool_lists: agents.map(({ handle }) => ({
    ...{
      handle,
      address: `https://${handle}.example`,
      received_hash: handle,
      is_withheld: handle === 'taken',
    },
  })),
  raw_tool_lists: agents.map(({ handle, tools }) => ({
    received_hash: handle,
    tools: tools.map((tool) =>
      typeof tool === 'string'
        ? { name: tool, title: null, description: null }
        : { name: tool[0], title: null, description: tool[1] },
    ),
  })),
})

const plain = (handle: string) => ({
  handle,
  name: `Server ${handle}`,
  description: 'Hosted by its publisher.',
})

interface Row {
  handle: string
  texts: { field: string; text: string }[]
  phrases: string[]
}

const readTexts = (world: World): Promise<Row[]> =>
  rowsFrom<Row>(
    given(world),
    ['capability_text'],
    'select handle, texts, phrases from capability_text order by handle',
  )

/** The index of a world; the agents that are asked for come last, as those with the worst ranks. */
async function index(world: World): Promise<(q: string) => string[]> {
  const asked = new Set(TOOL_QUESTIONS.map(({ handle }) => handle))
  const rows = await readTexts(world)
  const builder = new FindIndexBuilder()
  for (const row of rows.toSorted((a, b) => Number(asked.has(a.handle)) - Number(asked.has(b.handle))))
    builder.add({ ...neutral, ...row })
  const built = new FindIndex(builder.finish())
  return (q) => built.search(built.parse(q), [], SHOWN).first.map(({ position }) => built.handle(position))
}

test('questions that only tools answer find their agent among the first three', async () => {
  const crowd = makeCrowd(300)
  const agents = worldWithAgents([
    ...TOOL_QUESTIONS.map(({ handle }) => plain(handle)),
    ...DECOYS.map(([handle, description]) => ({ handle, name: handle, description })),
    ...crowd.map(({ handle }) => plain(handle)),
  ])
  const before = await index(agents)
  const after = await index(together(agents, lists([...TOOL_QUESTIONS, ...crowd])))
  const found = (find: typeof before) =>
    TOOL_QUESTIONS.filter(({ q, handle }) => find(q).includes(handle)).map(({ q }) => q)
  expect(found(before)).toEqual([])
  expect(found(after)).toEqual(TOOL_QUESTIONS.map(({ q }) => q))
})

test('words in names are apart, each tool has its share, and what was taken out is not searched', async () => {
  const many = Array.from({ length: 200 }, (_, at): [string, string] => [
    `tool${at}`,
    `about${at} ${'x'.repeat(290)}`,
  ])
  const rows = await readTexts(
    together(
      worldWithAgents(['a', 'b', 'taken'].map(plain)),
      lists([
        { handle: 'a', tools: [['getHTTPResponse2Json', 'Gets it.'], 'list-all_files'] },
        { handle: 'b', tools: many },
        { handle: 'taken', tools: ['secret'] },
      ]),
    ),
  )
  const [a, b, taken] = rows.map(({ texts }) =>
    Object.fromEntries(texts.map(({ field, text }) => [field, text])),
  )
  expect([a?.tools, a?.tool_descriptions]).toEqual(['get http response2 json list-all files', 'gets it'])
  expect(b?.tool_descriptions?.length).toBeLessThanOrEqual(4_000)
  expect(b?.tool_descriptions).toContain('about90')
  expect(taken).not.toHaveProperty('tools')
})
