import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Filter } from '../../core/interface/find/index_format.ts'
import { ARGUMENTS } from '../../core/interface/tools.ts'
import type { ReleaseReader } from '../../core/release/reader.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { FindIndexBuilder } from '../../pipeline/artifacts/search/find_index_builder.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { runSearchAgents } from '../../serving/handler/tools/search_agents.ts'
import { neutral } from '../handler/find/agents.ts'
import { createAgentRecord, departed, INFO } from '../views/given_agent_record.ts'

/** A release of these agents, the best first, with the words of their records. */
function createRelease(agents: { agent: AgentRecord; text: string }[]): ServedRelease {
  const builder = new FindIndexBuilder()
  for (const { agent, text } of agents)
    if (agent.departed_on === null)
      builder.add({
        ...{ ...neutral, handle: agent.handle, filters: agentFilters(agent) },
        texts: [{ field: 'description', text }],
      })
  const encoded = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  const files = new Map<string, Uint8Array<ArrayBuffer>>([
    ['find-index.bin', new Uint8Array(builder.finish())],
    ['release-info.json', encoded(INFO)],
    ['agents-index.json', encoded(agents.map(({ agent }) => [agent.handle, agent.name]))],
    ...agents.map(({ agent }) => [`agents/${agent.handle}.json`, encoded(agent)] as const),
  ])
  const reader = {
    id: 'made-up',
    about: { date: INFO.day, world: INFO.world, base_url: INFO.base_url },
    manifestSha256: '0'.repeat(64),
    async read(_side: string, path: string) {
      const bytes = files.get(path)
      if (bytes === undefined) return null
      return { bytes, contentType: '', sha256: createHash('sha256').update(bytes).digest('hex') }
    },
  }
  return new ServedRelease(reader as unknown as ReleaseReader)
}

const agentFilters = (agent: AgentRecord): Filter[] => [
  ...[agent.primary_category, ...agent.secondary_categories].map(
    (category) => `category/${category}` as const,
  ),
  ...(agent.tier === 'evidence_ranked' ? (['evidence_ranked'] as const) : []),
]

const createAgent = (handle: string, name: string, text = '', given: Partial<AgentRecord> = {}) => ({
  agent: createAgentRecord(handle, { name, ...given }),
  text: `${name} ${text}`,
})

const RELEASE = createRelease([
  createAgent('storm-desk', 'Storm desk', 'forecasts of weather'),
  createAgent('weatherby-hats', 'Weatherby Hats'),
  createAgent('rain', 'Weather'),
  createAgent('model', 'Model', 'weather', {
    primary_category: 'tokenized',
    secondary_categories: ['service'],
  }),
  createAgent('uber', 'Über Wetter 天气', '', { tier: 'indexed', rank: null }),
  { agent: departed('weather'), text: '' },
])

async function search(query: string, filters: Record<string, unknown> = {}) {
  const asked = ARGUMENTS.search_agents.parse({ query, filters })
  const { agents, total_matches } = await runSearchAgents(asked, { release: RELEASE, today: INFO.day })
  return [total_matches, ...agents.map(({ handle, matched_in }) => `${handle} ${matched_in}`)]
}

test('the handle ranks first, then the name, then substrings, then the records; a departed agent by its handle alone', async () => {
  const found = [5, 'weather handle', 'rain name', 'weatherby-hats name', 'storm-desk text', 'model text']
  expect(await search('weather')).toEqual(found)
  expect(await search('WEATHER', { limit: 2 })).toEqual(found.slice(0, 3))
  const begun = ['weatherby-hats name', 'rain name', 'storm-desk text', 'model text']
  expect(await search('weathe')).toEqual([4, ...begun])
})

test('all words are asked for, and any where no agent has all', async () => {
  expect(await search('hats weather')).toEqual([1, 'weatherby-hats name'])
  expect(await search('forecasts storm')).toEqual([1, 'storm-desk text'])
  expect(await search('forecasts hats')).toEqual([1, 'weatherby-hats text'])
})

test('marks and scripts make no difference', async () => {
  for (const query of ['uber wetter', 'ÜBER WETTER 天气', '天气'])
    expect((await search(query)).at(1), query).toBe('uber name')
})

test('a filter by category is about the primary one', async () => {
  const services = ['storm-desk null', 'weatherby-hats null', 'rain null', 'uber null']
  expect(await search('', { primary_category: 'service' })).toEqual([4, ...services])
  expect(await search('', { primary_category: 'tokenized' })).toEqual([1, 'model null'])
  expect(await search('weather', { primary_category: 'tokenized' })).toEqual([1, 'model text'])
})

test('a filter by tier holds for handles, names and records', async () => {
  const ranked = { evidence_ranked_only: true }
  expect(await search('uber', ranked)).toEqual([0])
  expect(await search('weather', ranked)).toEqual([
    4,
    'rain name',
    'weatherby-hats name',
    'storm-desk text',
    'model text',
  ])
})

test('more agents than fit in one block are distinguished', async () => {
  const many = Array.from({ length: 9_000 }, (_, nth) => createAgent(`agent-${nth}`, `Number ${nth}`))
  const release = createRelease(many)
  for (const nth of [0, 4_095, 4_096, 8_191, 8_999]) {
    const asked = ARGUMENTS.search_agents.parse({ query: `number ${nth}` })
    const { agents } = await runSearchAgents(asked, { release, today: INFO.day })
    expect(agents[0]).toMatchObject({ handle: `agent-${nth}`, matched_in: 'name' })
  }
  for (const query of ['agent', '899', '8999']) {
    const asked = ARGUMENTS.search_agents.parse({ query })
    const holding = many.filter(({ agent }) => agent.handle.includes(query)).length
    expect((await runSearchAgents(asked, { release, today: INFO.day })).total_matches).toBe(holding)
  }
})
