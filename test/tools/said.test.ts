import { beforeAll, expect, test } from 'vitest'
import { findCandidate } from '../../core/resources/find.schema.ts'
import { findCandidateView } from '../../core/resources/find.ts'
import { shortLimitations } from '../../core/resources/short/short_limitations.ts'
import { NOTICE } from '../../core/resources/short/untrusted.ts'
import { shortenFindAnswer } from '../../serving/handler/tools/find_agents.ts'
import { createAgentRecord, INFO } from '../views/given_agent_record.ts'
import { sampleKit, type ToolKit } from './tool_kit.ts'

let kit: ToolKit
let handle: string
beforeAll(async () => {
  kit = await sampleKit()
  handle = kit.handles[0] as string
})

/**
 * Returns the parts of a tool's answer besides facts: pointers to more, the notice on third-party text, and its paths.
 */
async function readNotices(tool: string, args: object) {
  const { more, notice, untrusted } = (await kit.call(tool, { ...args })).answer
  return { more, notice, untrusted: untrusted === undefined ? null : Object.keys(untrusted as object) }
}

test.each<
  [string, (handle: string) => object, { more: string; notice?: string; untrusted: string[] | null }]
>([
  [
    'get_agent_details',
    (handle) => ({ handle }),
    {
      more: 'detail=full: all signals with their sources, its records, tools, settings to connect, all limitations. Why it moved: get_agent_changes. Signed proof: GET /api/oracle/attest, paid.',
      ...{ notice: NOTICE, untrusted: ['name'] },
    },
  ],
  [
    'get_agent_changes',
    () => ({ handle: 'tide-desk-sample-example' }),
    {
      more: 'Scores, tiers and reasons: GET /api/agent/tide-desk-sample-example/changes',
      ...{ notice: NOTICE, untrusted: ['name'] },
    },
  ],
  [
    'get_agent_trust',
    (handle) => ({ handle }),
    {
      more: 'verify_counterparty gives the reasons for the verdict and for each risk flag.',
      ...{ notice: NOTICE, untrusted: ['name'] },
    },
  ],
  [
    'find_agents',
    () => ({ q: 'desk' }),
    {
      more: 'GET /api/agents/find returns all endpoints and the full descriptions.',
      ...{ notice: NOTICE, untrusted: null },
    },
  ],
  [
    'find_agents',
    () => ({ q: 'wether' }),
    {
      more: 'GET /api/agents/find returns all endpoints and the full descriptions.',
      ...{ notice: NOTICE, untrusted: ['nearby_words'] },
    },
  ],
  [
    'compare_agents',
    () => ({ handles: kit.handles.slice(0, 2) }),
    {
      more: 'detail=full: sub-scores, 90-day reliability, price advice.',
      ...{ notice: NOTICE, untrusted: null },
    },
  ],
  [
    'get_category_ranking',
    () => ({ category: 'service' }),
    { more: 'detail=full: sub-scores and recent changes.', notice: NOTICE, untrusted: null },
  ],
  [
    'get_methodology',
    () => ({ category: 'service' }),
    {
      more: 'detail=full: source, unit, bounds and rationale of every signal, the changelog, all limitations.',
      untrusted: null,
    },
  ],
  [
    'get_ecosystem_summary',
    () => ({}),
    {
      more: 'detail=full: figures of 30 days ago and by protocol. get_protocol_adoption: figures by surface. Who is paid most: GET /api/x402/demand/v1. Who arrived, died or departed: GET /api/changes/v1.',
      untrusted: null,
    },
  ],
  [
    'get_top_movers',
    () => ({}),
    {
      more: 'Who arrived, died, came back or departed: GET /api/changes/v1. Why one agent moved: get_agent_changes.',
      untrusted: null,
    },
  ],
])('%s links to more, and marks third-party text', async (tool, buildArgs, said) => {
  expect(await readNotices(tool, buildArgs(handle))).toEqual({ notice: undefined, ...said })
})

test('a counterparty is named as a third party names it, and what is no handle gets near ones', async () => {
  const { untrusted, notice } = await readNotices('verify_counterparty', { handle })
  expect([untrusted, notice]).toEqual([['name'], NOTICE])
  const { isError, answer } = await kit.call('verify_counterparty', { handle: 'Tide Desk, please!' })
  expect([isError, answer.error]).toEqual([true, 'agent_not_found'])
})

test('agents are compared in short by what decides, and one alone is not compared', async () => {
  const { answer } = await kit.call('compare_agents', { handles: kit.handles.slice(0, 2) })
  const [row = {}] = answer.agents as Record<string, unknown>[]
  expect(Object.keys(row)).toEqual([
    ...['handle', 'primary_category', 'tier', 'scores_by_category', 'liveness', 'days_since_active'],
    ...['reliability', 'trust', 'verdict', 'advice', 'risk_flags', 'rails', 'verified', 'untrusted'],
  ])
  const { isError, text } = await kit.call('compare_agents', { handles: [handle, handle.toUpperCase()] })
  expect(isError).toBe(true)
  expect(text).toContain('handles must be 2 to 5 different agents.')
})

test('three places at which a candidate can be reached are told, their addresses as text of third parties', () => {
  const endpoints = ['a', 'b', 'c', 'd'].map((path) => ({
    ...{ kind: 'mcp' as const, url: `https://alder.example/${path}` },
  }))
  const candidate = findCandidate.parse(findCandidateView(createAgentRecord('alder', { endpoints }), INFO))
  const { candidates } = shortenFindAnswer({
    ...{ type: 'find_result', words: ['alder'], matched: 'all', total_matches: 1, count: 1 },
    ...{ total_is_exact: true, hint: null, nearby_words: [] },
    candidates: [{ ...candidate, matched_words: ['alder'], relevance: 0.5, worth: 1 }],
    ...{ full_results: 'https://index.example/all', untrusted_fields: [], limitations: [] },
    last_updated: INFO.last_updated,
  }) as { candidates: object[] }
  expect(candidates[0]).toMatchObject({
    endpoints: endpoints.slice(0, 3).map(({ kind, url }) => ({ kind, untrusted: { url } })),
    untrusted: { name: 'Sample alder', description: null },
  })
})

test('third-party text of a legacy tool is marked so', async () => {
  const { answer } = await kit.call('get_agent_details', { handle }, 'legacy')
  expect(Object.keys(answer.untrusted as object)).toEqual(['name', 'description', 'website'])
})

test('of limitations the first and the last stay, and how many were left out is told', () => {
  expect(shortLimitations([])).toEqual({ limitations: [], limitations_left_out: 0 })
  expect(shortLimitations(['a', 'b'])).toEqual({ limitations: ['a', 'b'], limitations_left_out: 0 })
  expect(shortLimitations(['a', 'b', 'c'])).toEqual({ limitations: ['a', 'c'], limitations_left_out: 1 })
  expect(shortLimitations(['a', 'b', 'c', 'd'], 3)).toEqual({
    ...{ limitations: ['a', 'b', 'd'], limitations_left_out: 1 },
  })
})
