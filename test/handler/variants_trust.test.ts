import { expect, test } from 'vitest'
import type { z } from 'zod'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { HttpError } from '../../core/interface/errors.ts'
import { bulkAgents } from '../../core/resources/agents_bulk.schema.ts'
import { compactView } from '../../core/resources/agents_bulk.ts'
import { comparison as comparisonSchema } from '../../core/resources/comparison.schema.ts'
import * as trustSchemas from '../../core/resources/public_trust.schema.ts'
import { publicTrustView } from '../../core/resources/public_trust.ts'
import { trustEvaluation as evaluationSchema } from '../../core/resources/trust_evaluation.schema.ts'
import { trustEvaluationView } from '../../core/resources/trust_evaluation.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import type { Call, Variant } from '../../serving/handler/call.ts'
import { answerComparePage } from '../../serving/handler/pages/compare_page.ts'
import { agentsBulkVariant as agentsBulk } from '../../serving/handler/resources/agents_bulk.ts'
import { comparisonVariant as comparison } from '../../serving/handler/resources/comparison.ts'
import { publicTrustBatchVariant as publicTrustBatch } from '../../serving/handler/resources/public_trust_batch.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { readValues } from '../../serving/handler/values.ts'
import { VARIANTS } from '../../serving/handler/variants.ts'
import { createAgentRecord, departed, INFO } from '../views/given_agent_record.ts'

const trustEvaluation = VARIANTS.trust_evaluation as NonNullable<typeof VARIANTS.trust_evaluation>

const AGENTS: AgentRecord[] = [
  createAgentRecord('Alder', { name: '<img src=x onerror="alert(1)"> & co' }),
  createAgentRecord('birch'),
  createAgentRecord('cedar', { primary_category: 'developer' }),
  departed('ash'),
]
const PAGE = '<html><form action="/compare"></form><!-- rows --></html>'

const FILES: Record<string, string> = {
  'public/compare.html': PAGE,
  'private/release-info.json': JSON.stringify(INFO),
  'private/agents-index.json': JSON.stringify(AGENTS.map(({ handle, name }) => [handle, name])),
  ...Object.fromEntries(
    AGENTS.map((agent) => [`private/agents/${agent.handle}.json`, JSON.stringify(agent)]),
  ),
}

/** A release in memory, with the files above. */
function served(): ServedRelease {
  const reader = {
    id: 'sample',
    manifestSha256: '0'.repeat(64),
    about: { date: INFO.day, world: INFO.world, base_url: INFO.base_url },
    read: async (side: string, path: string) => {
      const text = FILES[`${side}/${path}`]
      if (text === undefined) return null
      const contentType = path.endsWith('.html')
        ? 'text/html; charset=utf-8'
        : 'application/json; charset=utf-8'
      return { bytes: new TextEncoder().encode(text), sha256: '0'.repeat(64), contentType }
    },
  }
  return new ServedRelease(reader)
}

/** A variant's answer to a query, or to a body. */
async function answer(
  variant: Variant<unknown> | typeof answerComparePage,
  id: string,
  query: string,
  body?: unknown,
): Promise<string> {
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
  if (endpoint === undefined) throw new Error(`no endpoint ${id}`)
  const values = readValues(endpoint.parameters, new Map(), new URLSearchParams(query))
  const call: Call = { endpoint, values, release: served(), today: INFO.day, body }
  const made = await variant(call)
  return new TextDecoder().decode(('content' in made ? await made.content() : made).bytes)
}

const parsed = async <T extends z.ZodType>(schema: T, text: Promise<string>): Promise<z.infer<T>> =>
  schema.parse(JSON.parse(await text))

const failure = async (text: Promise<string>): Promise<HttpError> => {
  const error = await text.then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(HttpError)
  return error
}

test('bulk answers in the order asked, whatever the case, and names what is not indexed in that order', async () => {
  const text = answer(agentsBulk, 'agents_bulk', 'handles=zz,ash,none,ALDER,ZZ,alder')
  const bulk = await parsed(bulkAgents, text)
  expect(bulk).toMatchObject({ count: 2, requested: 4, not_found: ['zz', 'none'] })
  expect(bulk.agents).toEqual([AGENTS[3], AGENTS[0]].map((agent) => compactView(agent as AgentRecord, INFO)))
  expect(bulk.limitations).toEqual(INFO.limitations)
})

test('bulk answers an empty list when none is indexed', async () => {
  const bulk = await parsed(bulkAgents, answer(agentsBulk, 'agents_bulk', 'handles=none'))
  expect(bulk).toMatchObject({ count: 0, requested: 1, agents: [], not_found: ['none'] })
})

test('an evaluation is the view of the agent record', async () => {
  const text = answer(trustEvaluation, 'trust_evaluation', 'handle=BIRCH')
  expect(await parsed(evaluationSchema, text)).toEqual(trustEvaluationView(AGENTS[1] as AgentRecord, INFO))
})

test('an evaluation of an unknown handle is a 404 that suggests near ones', async () => {
  const error = await failure(answer(trustEvaluation, 'trust_evaluation', 'handle=birchh'))
  expect(error).toMatchObject({ status: 404, code: 'agent_not_found' })
  expect(error.more.body?.suggestions).toContainEqual({ handle: 'birch', name: 'Sample birch' })
})

test('a comparison leaves an unknown handle out and says so', async () => {
  const text = answer(comparison, 'comparison', 'agents=cedar,none,alder')
  const view = await parsed(comparisonSchema, text)
  expect(view.agents.map((agent) => agent.handle)).toEqual(['cedar', 'Alder'])
  expect(view.limitations).toContain('Not indexed, so left out: none.')
  expect(view.compare_page_url).toBe('https://index.example/compare?agents=cedar,Alder')
  expect(view.cross_category_warning).not.toBeNull()
})

test.each([
  ['agents=alder,none', 404],
  ['agents=none,nobody', 404],
])('a comparison of %s is a %d', async (query, status) => {
  expect(await failure(answer(comparison, 'comparison', query))).toMatchObject({ status })
  expect(await failure(answer(answerComparePage, 'compare_page', query))).toMatchObject({ status })
})

test('one agent, written twice, is a 400, and on the page a first step', async () => {
  const query = 'agents=alder,ALDER'
  expect(await failure(answer(comparison, 'comparison', query))).toMatchObject({ status: 400 })
  expect(await answer(answerComparePage, 'compare_page', query)).toContain('Add one to four more agents')
})

const IDS = Array.from({ length: 51 }, (_, at) => `agent-${at}`)

test.each([
  ['an object', { agentIds: ['birch', 'none', 'BIRCH', 'alder'] }],
  ['a bare list', ['birch', 'none', 'alder']],
])('a batch takes %s and answers in the order asked', async (_, body) => {
  const text = answer(publicTrustBatch, 'public_trust_batch', '', body)
  const batch = await parsed(trustSchemas.publicTrustBatch, text)
  expect(batch).toMatchObject({ count: 2, requested: 3, not_found: ['none'] })
  expect(batch.records).toEqual(
    [AGENTS[1], AGENTS[0]].map((agent) => publicTrustView(agent as AgentRecord, INFO)),
  )
})

test('a batch of 50 ids is taken', async () => {
  const text = answer(publicTrustBatch, 'public_trust_batch', '', [...IDS.slice(0, 50), 'AGENT-0'])
  expect(await parsed(trustSchemas.publicTrustBatch, text)).toMatchObject({ requested: 50, count: 0 })
})

test.each([
  undefined,
  null,
  'birch',
  {},
  [],
  { agentIds: [] },
  { agentIds: 'birch' },
  [1],
  [' '],
  ['x'.repeat(301)],
  IDS,
  { agentIds: IDS },
])('a batch of %j is refused with the rule', async (body) => {
  const error = await failure(answer(publicTrustBatch, 'public_trust_batch', '', body))
  expect(error).toMatchObject({ status: 400, code: 'invalid_body' })
  expect(error.message).toContain('1 to 50 different ids')
})

test('the compare page without agents is the file as it is', async () => {
  expect(await answer(answerComparePage, 'compare_page', '')).toBe(PAGE)
})

test('the compare page holds a table of the agents, with names as text', async () => {
  const html = await answer(answerComparePage, 'compare_page', 'agents=alder,ash,cedar')
  expect(html).not.toContain('<!-- rows -->')
  expect(html).not.toContain('<img')
  expect(html).toContain(
    '<a href="/agents/Alder">&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; co</a>',
  )
  expect(html).toContain(
    '<tr><th scope="row">Trust</th><td>100 of 100, verified</td><td>20 of 100, unverified</td><td>100 of 100, verified</td></tr>',
  )
  expect(html).toContain('<td>unknown</td>')
  expect(html.match(/<t[dh]\b/g)).toHaveLength(45)
  for (const tag of ['table', 'tr', 'td', 'th', 'ul', 'li', 'p', 'thead', 'tbody', 'caption'])
    expect(html.split(`<${tag}>`).length + html.split(`<${tag} `).length, tag).toBe(
      html.split(`</${tag}>`).length + 1,
    )
})
