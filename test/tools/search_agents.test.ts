import { beforeAll, expect, test } from 'vitest'
import { CATEGORIES } from '../../core/domain/category.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { sampleKit, type ToolKit } from './tool_kit.ts'

interface Answer {
  total_matches: number
  count: number
  agents: { handle: string; matched_in: string | null; untrusted: { name: string } }[]
}

let kit: ToolKit
let agents: AgentRecord[]
beforeAll(async () => {
  kit = await sampleKit()
  agents = await Promise.all(kit.handles.map((handle) => kit.file<AgentRecord>(`agents/${handle}.json`)))
})

async function search(query: string, filters: Record<string, unknown> = {}): Promise<Answer> {
  const { answer, isError } = await kit.call('search_agents', { query, filters })
  expect(isError).toBe(false)
  return answer as unknown as Answer
}

const listHandles = ({ agents: rows }: Answer): string[] => rows.map(({ handle }) => handle)

test('an agent is the first of what its handle finds, in any case', async () => {
  for (const { handle } of agents) {
    const found = await search(` ${handle.toUpperCase()} `, { limit: 50 })
    expect(found.agents[0]).toMatchObject({ handle, matched_in: 'handle' })
    expect(new Set(listHandles(found)).size, handle).toBe(found.count)
    expect(found.total_matches).toBeGreaterThanOrEqual(found.count)
  }
})

test('an agent that is listed is found by its name, before those that only hold it', async () => {
  const sameName = (name: string) =>
    agents.filter((agent) => agent.name === name && agent.departed_on === null)
  for (const { handle, name } of agents.filter(({ departed_on }) => departed_on === null)) {
    const shown = listHandles(await search(name, { limit: 50 })).slice(0, sameName(name).length + 1)
    expect(shown, name).toContain(handle)
  }
})

test('a copy of another agent ranks below it, with its flag', async () => {
  for (const query of ['weather', 'Sample Weather Tools', 'invented weather']) {
    const { agents: rows } = await search(query, { limit: 50 })
    const places = ['weather-tools', 'zero-width'].map((text) =>
      rows.findIndex(({ handle }) => handle === text),
    )
    expect(places[0], query).toBeGreaterThanOrEqual(0)
    if (places[1] === -1) continue
    expect(places[1], query).toBeGreaterThan(places[0] as number)
    expect(rows[places[1] as number]).toMatchObject({
      risk_flags: [{ flag: 'hostile_name', severity: 'major' }],
    })
  }
})

test('words may stand inside of others', async () => {
  const inside = agents.filter(
    ({ handle, name, departed_on }) =>
      departed_on === null && `${handle} ${name}`.toLowerCase().includes('eathe'),
  )
  const found = await search('eATHe', { limit: 50 })
  expect(inside.length).toBeGreaterThan(0)
  expect(listHandles(found).sort()).toEqual(inside.map(({ handle }) => handle).sort())
  expect(found.total_matches).toBe(inside.length)
})

test('the words of records are searched too', async () => {
  const found = await search('invented place', { limit: 50 })
  expect(found.count).toBeGreaterThan(0)
  expect(found.agents.every(({ matched_in }) => matched_in === 'text')).toBe(true)
})

test.each(CATEGORIES)(
  'without a query the agents whose primary category is %s are all listed',
  async (category) => {
    for (const evidence_ranked_only of [false, true]) {
      const wanted = agents.filter(
        ({ primary_category, tier, departed_on }) =>
          primary_category === category &&
          departed_on === null &&
          (!evidence_ranked_only || tier === 'evidence_ranked'),
      )
      const found = await search('', { primary_category: category, evidence_ranked_only, limit: 50 })
      expect(found.total_matches).toBe(wanted.length)
      expect(found.count).toBe(Math.min(50, wanted.length))
      const handles = new Set(wanted.map(({ handle }) => handle))
      expect(listHandles(found).filter((handle) => !handles.has(handle))).toEqual([])
    }
  },
)

test('an agent that does not pass the filters is not found by its handle', async () => {
  const record = agents.find(({ primary_category }) => primary_category === 'service') as AgentRecord
  const found = await search(record.handle, { primary_category: 'model_family' })
  expect(listHandles(found)).not.toContain(record.handle)
})

test('a query without words, or with unknown ones, finds nothing', async () => {
  for (const query of ['!!!', '…', 'qqqqzzzzxxxx'])
    expect(await search(query)).toMatchObject({ total_matches: 0, count: 0, agents: [] })
})

test('the first are the same however many are asked for', async () => {
  const many = await search('sample', { limit: 50 })
  const few = await search('sample', { limit: 5 })
  expect(few.total_matches).toBe(many.total_matches)
  expect(few.agents).toEqual(many.agents.slice(0, 5))
})
