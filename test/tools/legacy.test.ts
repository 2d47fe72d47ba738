import { beforeAll, expect, test } from 'vitest'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { sampleKit, type ToolKit } from './tool_kit.ts'

type Row = Record<string, unknown>

let kit: ToolKit
beforeAll(async () => {
  kit = await sampleKit()
})

async function legacy(name: string, args: Row): Promise<Row> {
  const { answer, isError, bytes, text } = await kit.call(name, args, 'legacy')
  expect(isError).toBe(false)
  expect(bytes, name).toBeLessThanOrEqual(8_192)
  expect(text, name).not.toMatch(/categor|methodology_version|model_family|mcp_server"|tokenized/)
  return answer
}

test('rank, score and verdict are those of the trust and bulk answers, and no category is told', async () => {
  for (const handle of kit.handles) {
    const [bulk] = (await kit.rest('agents_bulk', { handles: handle })).agents as Row[]
    const answer = await legacy('get_agent_details', { handle })
    for (const key of ['handle', 'url', 'tier', 'rank', 'score', 'trust', 'verdict', 'rails', 'verified'])
      expect(answer[key], `${key} of ${handle}`).toEqual(bulk?.[key])
  }
})

test('a history has the days of the paid address', async () => {
  for (const handle of kit.handles.slice(0, 40)) {
    const rest = (await kit.rest('agent_history', { handle })).history as Row[]
    const { history } = await legacy('get_agent_history', { handle })
    expect(history).toEqual(rest.map(({ date, rank, score_total }) => ({ date, rank, score_total })))
  }
})

test('agents are compared in the order asked', async () => {
  const handles = kit.handles.slice(0, 5)
  const { agents } = await legacy('compare_agents', { handles })
  expect((agents as Row[]).map(({ handle }) => handle)).toEqual(handles)
})

test('a search takes its filters beside the query', async () => {
  const ranked = await Promise.all(
    kit.handles.map(async (handle) => kit.file<AgentRecord>(`agents/${handle}.json`)),
  )
  const wanted = ranked.filter(({ tier, departed_on }) => tier === 'evidence_ranked' && departed_on === null)
  const found = await legacy('search_agents', { evidence_ranked_only: true, limit: 3 })
  expect(found).toMatchObject({ total_matches: wanted.length, count: 3 })
})
