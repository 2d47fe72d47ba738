import { expect, test } from 'vitest'
import { createHandler } from '../../serving/handler/handler.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { sampleHandler } from '../sample_handler.ts'

const sample = await sampleHandler()

/** The error body of a call that fails. */
async function failed(target: string, init: RequestInit = {}) {
  const response = await sample.ask(target, init)
  const { error, message, hint } = (await response.json()) as Record<string, string>
  return { status: response.status, error, message, hint }
}

test.each([
  [
    '/api/agent/no-such-agent/llm-summary',
    404,
    'agent_not_found',
    'No agent with the handle "no-such-agent" is indexed.',
  ],
  ['/api/agents/bulk', 400, 'missing_parameter', /^handles is required: 1 to 50 different agents/],
  ['/api/rankings/nothing/llm-summary', 400, 'invalid_category', /^category must be one of model_family/],
  [
    '/api/compare/llm-summary?agents=a,A',
    400,
    'invalid_parameter',
    /^agents must be 2 to 5 different agents/,
  ],
  ['/api/compare/llm-summary?agents=no-one,nobody', 404, 'agent_not_found', /"no-one" is indexed/],
  ['/rankings/service/999', 404, 'not_found', /listed at \/openapi\.json/],
  ['/api/nothing', 404, 'not_found', /listed at \/openapi\.json/],
])('%s is %i, and says why', async (target, status, error, message) => {
  const told = await failed(target)
  expect([told.status, told.error]).toEqual([status, error])
  expect(told.message).toMatch(message)
})

test('an agent that is not there comes with a hint of how to find one', async () => {
  expect((await failed('/api/agent/no-such-agent/llm-summary')).hint).toBe(
    'Use /api/agents/find to find agents, or /api/rankings/{category}/llm-summary to list ranked ones. Queries and bodies also take a wallet, a URL, an ERC-8004 id, a registry name, a repository or a package.',
  )
})

test('text that is far too long to be a handle gets no suggestion', async () => {
  const suggestions = async (handle: string) => {
    const response = await sample.ask(`/api/agent/${handle}/llm-summary`)
    return ((await response.json()) as { suggestions: object[] }).suggestions
  }
  expect((await suggestions('weather-tools'.padEnd(200, '!'))).length).toBeGreaterThan(0)
  expect(await suggestions('weather-tools'.padEnd(201, '!'))).toEqual([])
})

test('an unsupported method is reported with the supported ones', async () => {
  expect(await failed('/api/changes/v1', { method: 'PUT' })).toMatchObject({
    ...{ status: 405, error: 'method_not_allowed' },
    message: 'Method not allowed. This endpoint supports GET, HEAD, OPTIONS.',
  })
  const batch = await sample.ask('/api/public/trust/batch', { method: 'GET' })
  expect(batch.headers.get('allow')).toBe('POST, OPTIONS')
})

test('an invalid body gets a message about the problem', async () => {
  const batch = (body: string) => failed('/api/public/trust/batch', { method: 'POST', body })
  expect(await batch('{')).toMatchObject({
    ...{ status: 400, error: 'invalid_json', message: 'The body must be JSON in UTF-8.' },
  })
  expect(await batch('{}')).toMatchObject({
    ...{ status: 400, error: 'invalid_body' },
    message:
      'The body must be JSON: {"agentIds": ["…"]} or a bare list, with 1 to 50 different ids, each a handle or another key of an agent of 1 to 300 characters.',
  })
  expect(await batch(`"${'x'.repeat(70_000)}"`)).toMatchObject({
    ...{ status: 413, error: 'body_too_large' },
    message: expect.stringMatching(/^The body may have at most \d+ bytes\.$/),
  })
})

test('what needs the service says so by its title', async () => {
  const { status, error, message } = await failed('/api/oracle/attest?metric=ghost_index')
  expect([status, error]).toEqual([503, 'service_needed'])
  expect(message).toMatch(
    /^.{5,}: this endpoint needs the Assay service, which is not running on this host\.$/,
  )
})

test('a fault of ours, and that nothing is published yet, say what to do and nothing else', async () => {
  const told: unknown[] = []
  const fault = new Error('a secret of this machine')
  const ask = async (current: () => Promise<ServedRelease | null>) => {
    const handler = createHandler({ current, now: () => new Date(0), log: (error) => told.push(error) })
    const response = await handler.answer(new Request('http://localhost/api/changes/v1'))
    return { status: response.status, wait: response.headers.get('retry-after'), body: await response.json() }
  }
  expect(await ask(() => Promise.reject(fault))).toEqual({
    ...{ status: 500, wait: null },
    body: {
      ...{ error: 'internal_error', message: 'Internal error. It was logged; try again later.' },
      source_urls: [],
    },
  })
  expect(told).toEqual([fault])
  expect(await ask(async () => null)).toEqual({
    ...{ status: 503, wait: '5' },
    body: {
      error: 'no_release',
      message:
        'Nothing is published yet. While an index is being built, try again in a few seconds; otherwise build one with "npm run daily", or a sample with "npm start".',
      source_urls: [],
    },
  })
})
