import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleService } from './fixture.ts'

const service = sampleService()
const { app } = service
beforeAll(() => void service.publish('2026-01-01'))
afterAll(() => service.remove())

interface Body {
  error: string
  message: string
  count: number
  ranking: { rank: number | null; handle: string }[]
  suggestions: { handle: string; name: string }[]
}

const jsonOf = async (response: Response): Promise<Body> => (await response.json()) as Body
const body = async (path: string): Promise<Body> => jsonOf(await app.request(path))

describe('what a release holds is answered as it is', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', 300],
    ['/runs/latest', 'text/html; charset=utf-8', 300],
    ['/data/counts.json', 'application/json; charset=utf-8', 300],
    ['/api/agent-economy/llm-summary', 'application/json; charset=utf-8', 300],
    ['/api/rankings/model_family/llm-summary', 'application/json; charset=utf-8', 300],
    ['/api/methodology/model_family/llm-summary', 'application/json; charset=utf-8', 3600],
    ['/api/agent/sample-family-7/llm-summary', 'application/json; charset=utf-8', 300],
    ['/api/agent/Sample-Family-7/llm-summary', 'application/json; charset=utf-8', 300],
    ['/embed/sample-family-7', 'image/svg+xml; charset=utf-8', 300],
    ['/embed/sample-family-7.svg', 'image/svg+xml; charset=utf-8', 300],
    ['/embed/nobody-knows', 'image/svg+xml; charset=utf-8', 300],
    ['/embed/..%2f..%2fetc', 'image/svg+xml; charset=utf-8', 300],
  ])('%s', async (path, type, seconds) => {
    const response = await app.request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toMatch(
      new RegExp(`^public, max-age=${seconds}, stale-while-revalidate=`),
    )
    expect(response.headers.get('x-release')).toMatch(/^2026-01-01-[0-9a-f]{12}$/)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const etag = response.headers.get('etag') as string
    const again = await app.request(path, { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    const head = await app.request(path, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag])
  })

  test('an unknown badge says unknown; pages and badges cannot run script', async () => {
    expect(await (await app.request('/embed/nobody')).text()).toContain('<title>unknown</title>')
    expect((await app.request('/embed/nobody')).headers.get('content-security-policy')).toContain('sandbox')
    expect((await app.request('/')).headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  })
})

describe('a ranking is cut from the longer lists', () => {
  test.each([
    ['', 50, 50],
    ['?limit=1', 1, 1],
    ['?limit=100', 80, 80],
    ['?evidence_ready_only=true&limit=50', 50, 50],
    ['?evidence_ready_only=false', 50, 50],
    ['?evidence_ready_only=false&limit=100', 100, 80],
    ['?unknown=x', 50, 50],
  ])('%s', async (query, rows, ranked) => {
    const answer = await body(`/api/rankings/model_family/llm-summary${query}`)
    expect([answer.count, answer.ranking.length]).toEqual([rows, rows])
    expect(answer.ranking.filter((row) => row.rank !== null)).toHaveLength(ranked)
    expect(answer.ranking[0]?.handle).toBe('sample-family-0')
  })

  test.each([
    '?limit=0',
    '?limit=101',
    '?limit=',
    '?limit=1.5',
    '?limit=-1',
    '?limit=1e1',
    '?limit=ten',
    '?limit=1&limit=2',
    '?evidence_ready_only=yes',
    '?evidence_ready_only=',
    '?evidence_ready_only=true&evidence_ready_only=true',
  ])('%s is refused with the bounds', async (query) => {
    const response = await app.request(`/api/rankings/model_family/llm-summary${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'invalid_parameter',
      message: expect.stringMatching(/1 to 100|true or false/),
      source_urls: [],
    })
  })
})

describe('what is not there', () => {
  test('a category that is none of the four, and one that this release does not rank', async () => {
    for (const path of ['/api/rankings/mcp_server/llm-summary', '/api/methodology/Developer/llm-summary']) {
      const response = await app.request(path)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: 'invalid_category',
        message: expect.stringContaining('model_family, tokenized, service, developer'),
      })
    }
    const response = await app.request('/api/rankings/tokenized/llm-summary')
    expect([response.status, (await jsonOf(response)).error]).toEqual([404, 'category_not_ranked'])
  })

  test.each([
    ['sample-famly-7', 'sample-family-7'],
    ['Sample-Family-07', 'sample-family-'],
    ['sampel', 'sample-family-'],
  ])('an unknown agent %s is answered with near ones', async (asked, near) => {
    const response = await app.request(`/api/agent/${asked}/llm-summary`)
    const answer = await jsonOf(response)
    expect(response.status).toBe(404)
    expect(Object.keys(answer)).toEqual(['error', 'message', 'suggestions', 'hint'])
    expect(answer.error).toBe('agent_not_found')
    expect(answer.suggestions.length).toBeLessThanOrEqual(5)
    expect(answer.suggestions[0]?.handle).toContain(near)
  })

  test('a handle that no agent can have gets the same body and is not echoed', async () => {
    const answer = await body(`/api/agent/${encodeURIComponent('<script>alert(1)</script>')}/llm-summary`)
    expect(answer.error).toBe('agent_not_found')
    expect(JSON.stringify(answer)).not.toContain('<')
  })

  test('any other address is a 404 in the error body, any other method a 405 that says which there are', async () => {
    const missing = await app.request('/api/nothing')
    expect([missing.status, Object.keys(await jsonOf(missing))]).toEqual([
      404,
      ['error', 'message', 'source_urls'],
    ])
    const post = await app.request('/api/agent-economy/llm-summary', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await app.request('/api/agent-economy/llm-summary', { method: 'OPTIONS' })).status).toBe(204)
  })

  test('no address, however odd, is a 500 or leaves the release', async () => {
    const odd = fc.array(
      fc.constantFrom(
        'api',
        'agent',
        'embed',
        'data',
        '..',
        '.',
        '%2e%2e',
        '%00',
        '%',
        'é',
        '',
        'private',
        'manifest.json',
        'llm-summary',
        '\\',
        '%2f',
      ),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(odd, async (parts) => {
        const response = await app.request(`/${parts.join('/')}`)
        expect([200, 400, 404]).toContain(response.status)
        expect(await response.text()).not.toMatch(/assay-service-|node_modules/)
      }),
      { numRuns: 300 },
    )
    expect(service.logged).toEqual([])
  })
})

test('before anything is published the answer says what to do', async () => {
  const empty = sampleService()
  const response = await empty.app.request('/api/agent-economy/llm-summary')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
  expect((await jsonOf(response)).message).toContain('npm start')
  empty.remove()
})

test('a new release is picked up within a second, a damaged file is our failure and not told', async () => {
  const own = sampleService()
  own.publish('2026-01-01')
  expect((await own.app.request('/data/new.json')).status).toBe(404)
  const { id } = own.publish('2026-01-02', [
    { path: 'data/new.json', side: 'public', contentType: 'application/json', body: '{}' },
  ])
  expect((await own.app.request('/data/new.json')).status).toBe(404)
  own.clock.now = 1_000
  const response = await own.app.request('/data/new.json')
  expect([response.status, response.headers.get('x-release')]).toEqual([200, id])
  writeFileSync(join(own.output, 'releases', id, 'public/data/counts.json'), 'changed')
  const damaged = await own.app.request('/data/counts.json')
  expect([damaged.status, damaged.headers.get('cache-control')]).toEqual([500, 'no-store'])
  expect(await damaged.text()).not.toContain(own.output)
  expect(own.logged.join()).toContain('counts.json is damaged')
  own.remove()
})
