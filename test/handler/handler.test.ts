import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHandler } from '../../serving/handler/handler.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { emptyOutput, json, publish, ranking, sampleArtifacts } from './published.ts'

function service(publishing = true) {
  const output = emptyOutput()
  const id = publishing ? publish(output, '2026-01-01') : 'none'
  const clock = { ms: 0 }
  const logged: unknown[] = []
  const log = (error: unknown) => logged.push(error)
  const { current } = followRelease({ output, now: () => clock.ms, log })
  const handler = createHandler({ current, now: () => new Date('2026-01-02T12:00:00Z'), log })
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await handler.answer(new Request(`http://localhost${path}`, init))
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
  }
  return { output, id, clock, logged, get }
}

const artifact = (path: string) => String(sampleArtifacts().find((artifact) => artifact.path === path)?.body)

const FILES: [address: string, path: string, maxAge: number, type: string][] = [
  ['/', 'index.html', 300, 'text/html'],
  ['/runs/latest', 'runs/latest.html', 300, 'text/html'],
  ['/data/counts.json', 'data/counts.json', 300, 'application/json'],
  ['/data/deep/er.json', 'data/deep/er.json', 300, 'application/json'],
  ['/api/agent-economy/llm-summary', 'api/agent-economy/llm-summary', 300, 'application/json'],
  [
    '/api/methodology/developer/llm-summary',
    'api/methodology/developer/llm-summary',
    3600,
    'application/json',
  ],
  ['/api/rankings/developer/llm-summary', 'api/rankings/developer/llm-summary', 300, 'application/json'],
  ['/api/agent/Claude-Sonnet/llm-summary', 'api/agent/Claude-Sonnet/llm-summary', 300, 'application/json'],
  ['/api/agent/cLAUDE-sONNET/llm-summary', 'api/agent/Claude-Sonnet/llm-summary', 300, 'application/json'],
  ['/embed/agent-0', 'embed/agent-0.svg', 300, 'image/svg+xml'],
  ['/embed/agent-0.svg', 'embed/agent-0.svg', 300, 'image/svg+xml'],
  ['/embed/AGENT-0.svg', 'embed/agent-0.svg', 300, 'image/svg+xml'],
]

test.each(FILES)('%s answers with %s, byte for byte', async (address, path, maxAge, type) => {
  const { get, id, logged } = service()
  const { status, headers, text } = await get(type === 'application/json' ? address : `${address}?unknown=1`)
  expect([status, text]).toEqual([200, artifact(path)])
  expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`)
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  expect(headers.get('cache-control')).toMatch(`public, max-age=${maxAge}, stale-while-revalidate=`)
  expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
  expect(headers.get('x-release')).toBe(id)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.has('content-security-policy')).toBe(type !== 'application/json')
  expect(logged).toEqual([])
})

test('a parameter that is unknown is named among the limitations of an answer that has some', async () => {
  const { get } = service()
  const plain = '/api/rankings/developer/llm-summary'
  const known = JSON.parse((await get(plain)).text)
  for (let time = 0; time < 3; time += 1) {
    const { status, text, headers } = await get(`${plain}?limits=3&%3Cb%3E=1`)
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        ...known,
        limitations: [
          ...known.limitations,
          'Unknown parameters "limits" (did you mean limit?), "?b?". This address takes evidence_ready_only, limit. What is unknown was ignored.',
        ],
      },
    ])
    expect(headers.get('etag')).not.toBe((await get(plain)).headers.get('etag'))
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  }
})

test('pictures and pages may run nothing', async () => {
  const { get } = service()
  const policy = async (path: string) => (await get(path)).headers.get('content-security-policy')
  expect(await policy('/embed/agent-0')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  expect(await policy('/')).toContain("default-src 'none'")
  expect(await policy('/')).toContain("frame-ancestors 'none'")
})

test('a ranking is cut to as many rows as were asked for, and the default is the published file', async () => {
  const { get } = service()
  const ask = async (query: string) => (await get(`/api/rankings/developer/llm-summary${query}`)).text
  const cut = (list: string, of: number, rows: number) =>
    `${JSON.stringify({ ...ranking(of, list), count: rows, ranking: ranking(rows, list).ranking })}\n`
  for (const query of ['', '?limit=50', '?evidence_ready_only=true', '?limit=050&evidence_ready_only=true'])
    expect(await ask(query), query).toBe(artifact('api/rankings/developer/llm-summary'))
  expect(await ask('?limit=1')).toBe(cut('evidence', 80, 1))
  expect(await ask('?limit=100')).toBe(cut('evidence', 80, 80))
  expect(await ask('?evidence_ready_only=false')).toBe(cut('all', 100, 50))
  expect(await ask('?evidence_ready_only=false&limit=100')).toBe(cut('all', 100, 100))
})

test('each cut has its own validator', async () => {
  const { get } = service()
  const tags = await Promise.all(
    ['', '?limit=49', '?limit=80', '?limit=81', '?evidence_ready_only=false'].map(async (query) =>
      (await get(`/api/rankings/developer/llm-summary${query}`)).headers.get('etag'),
    ),
  )
  expect(new Set(tags).size).toBe(4)
  expect(tags[2], 'the same bytes under another limit').toBe(tags[3])
})

const BOUNDS: [query: string, says: string][] = [
  ...['0', '101', '-1', '1.5', '1e1', '', 'x', '%31%30%30%30', '9'.repeat(400), '0x10', '+5', '５'].map(
    (limit): [string, string] => [`limit=${limit}`, 'from 1 to 100'],
  ),
  ['limit=5&limit=5', 'from 1 to 100'],
  ['limit', 'from 1 to 100'],
  ...['1', 'True', 'yes', ''].map((flag): [string, string] => [
    `evidence_ready_only=${flag}`,
    'true or false',
  ]),
  ['evidence_ready_only=true&evidence_ready_only=false', 'true or false'],
]
test.each(BOUNDS)('?%s is refused with its bounds', async (query, says) => {
  const { get } = service()
  const { status, headers, json } = await get(`/api/rankings/developer/llm-summary?${query}`)
  expect(status).toBe(400)
  expect(headers.get('cache-control')).toBe('public, max-age=60')
  expect(json()).toEqual({
    error: 'invalid_parameter',
    message: expect.stringContaining(says),
    source_urls: [],
  })
})

test.each(['rankings', 'methodology'])(
  '%s: a category is one of four, and may be absent today',
  async (kind) => {
    const { get } = service()
    for (const category of ['mcp_server', 'nonsense', 'Developer', '__proto__', '%00']) {
      const { status, json } = await get(`/api/${kind}/${category}/llm-summary?limit=0`)
      expect(status, category).toBe(400)
      expect(json()).toMatchObject({ error: 'invalid_category', source_urls: [] })
      expect(json().message).toContain('model_family, tokenized, service, developer')
    }
    const absent = await get(`/api/${kind}/tokenized/llm-summary`)
    expect(absent.status).toBe(404)
    expect(absent.json()).toMatchObject({ error: 'not_ranked', source_urls: [] })
  },
)

test('an unknown agent is 404 with the nearest ones', async () => {
  const { get } = service()
  const near = async (handle: string) => (await get(`/api/agent/${handle}/llm-summary`)).json()
  const sonnet = { handle: 'Claude-Sonnet', name: 'Name of Claude-Sonnet' }
  for (const typo of [
    'claude-sonet',
    'claudesonnet',
    'sonnet',
    'Claude-Sonnet-9',
    'claude%20sonnet',
    'claude.sonnet!',
  ])
    expect((await near(typo)).suggestions, typo).toContainEqual(sonnet)
  expect(await near('deepsek_chat')).toEqual({
    error: 'agent_not_found',
    message: 'No agent with the handle "deepsek_chat" is indexed.',
    suggestions: [{ handle: 'deepseek_chat', name: 'Name of deepseek_chat' }],
    hint: expect.any(String),
    known: false,
  })
  expect((await near('%F0%9F%98%80')).suggestions).toEqual([])
})

test('what a caller sends comes back capped and harmless', async () => {
  const { get } = service()
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('..', '<script>', '"'),
  )
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const { status, json } = await get(`/api/agent/${encodeURIComponent(text.toWellFormed())}x/llm-summary`)
      expect(status).toBe(404)
      // As it was, without what cannot be seen; JSON and pages escape the rest.
      expect(json().message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
      expect([...json().message].length).toBeLessThan(500)
    }),
    { numRuns: 200 },
  )
})

test('the validator is compared as a list, weakly, and with the star', async () => {
  const { get } = service()
  const path = '/api/agent/agent-0/llm-summary'
  const etag = (await get(path)).headers.get('etag') ?? ''
  for (const sent of [etag, `W/${etag}`, '*', `"other", ${etag}`, `"a",W/"b" , W/${etag}`]) {
    const { status, text, headers } = await get(path, { headers: { 'If-None-Match': sent } })
    expect([status, text], sent).toEqual([304, ''])
    expect(headers.get('etag')).toBe(etag)
    expect(headers.get('cache-control')).toMatch('max-age=300')
    expect(headers.get('x-release')).toBeTruthy()
  }
  for (const sent of ['"other"', etag.slice(1, -1), 'W/"other"', ''])
    expect((await get(path, { headers: { 'If-None-Match': sent } })).status, sent).toBe(200)
})

test('HEAD answers like GET without a body', async () => {
  const { get } = service()
  for (const path of ['/', '/api/rankings/developer/llm-summary?limit=3', '/nothing', '/embed/x']) {
    const [whole, head] = [await get(path), await get(path, { method: 'HEAD' })]
    expect([head.status, head.text]).toEqual([whole.status, ''])
    expect([...head.headers]).toEqual([...whole.headers])
  }
})

test('other methods get the allowed ones, other paths a 404', async () => {
  const { get, id } = service()
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    const { status, headers, json } = await get('/api/agent/agent-0/llm-summary', { method })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(json().error).toBe('method_not_allowed')
  }
  for (const path of ['/nothing', '/nothing/', '/data/none', '/data/../secret.json', '/secret.json'])
    expect((await get(path)).json(), path).toMatchObject({ error: 'not_found', source_urls: [] })
  for (const path of ['/data/%2e%2e/secret.json', '/data/..%2f..%2fprivate/secret.json'])
    expect((await get(path)).status, path).toBe(404)
  expect((await get('/nothing', { method: 'POST' })).headers.get('x-release')).toBe(id)
})

test.each([
  ['/data/', '/data'],
  ['//data/counts.json', '/data/counts.json'],
  ['/api/rankings/developer/llm-summary/?limit=3', '/api/rankings/developer/llm-summary?limit=3'],
  ['/API/Agent/AGENT-0/llm-summary', '/api/agent/AGENT-0/llm-summary'],
  ['/agents//agent-0/', '/agents/agent-0'],
  ['/embed/agent-0.svg/', '/embed/agent-0.svg'],
  ['/api/agents/find/full/?q=a', '/api/agents/find/full?q=a'],
])('a read of %s is led to %s', async (written, meant) => {
  const { get, id } = service()
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, text } = await get(written, { method, redirect: 'manual' })
    expect([status, headers.get('location'), text]).toEqual([308, meant, ''])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('x-release')).toBe(id)
  }
  const { status, headers } = await get(written, { method: 'OPTIONS' })
  expect([status, headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, OPTIONS'])
})

test('what is posted to an address written otherwise is answered there', async () => {
  const { get } = service()
  for (const path of ['/api/public/trust/batch', '/api/public/trust/batch/', '//API/public/trust/batch'])
    expect((await get(path, { method: 'POST', body: '[]' })).json().error, path).toBe('invalid_body')
  for (const path of ['/api/mcp/v1', '/api/mcp/v1/', '/api/a2a/v1/', '/api/mcp/']) {
    for (const method of ['POST', 'GET']) {
      const { status, json } = await get(path, { method, ...(method === 'POST' ? { body: '{}' } : {}) })
      expect([status, json().error], `${method} ${path}`).toEqual([503, 'service_needed'])
    }
  }
  expect((await get('/api/agent/agent-0/llm-summary/', { method: 'POST' })).status).toBe(405)
})

test.each([
  '/embed/nobody',
  '/embed/no.such%2Fthing.svg',
  '/embed/%E0%A4%A.svg',
  '/embed/%.svg',
  '/embed/.svg',
  '/embed',
  '/embed/',
  '/embed/a/b.svg',
  '/Embed/a/b/',
  '/embed/a%2Fb',
  `/embed/${'x'.repeat(5_000)}.svg`,
  `/embed/${'%F0%9F'.repeat(300)}`,
])('%s is a picture that names no agent', async (path) => {
  const { get, logged } = service()
  const { status, headers, text } = await get(path)
  expect([status, headers.get('content-type'), text]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
    expect.stringMatching(/<title>unknown agent · Assay: unknown, 2026-01-01, sample data<\/title>/),
  ])
  expect(headers.get('cache-control')).toMatch(/^public, max-age=[1-9]\d{0,2},/)
  expect((await get(path, { method: 'POST' })).status).toBe(405)
  expect(logged).toEqual([])
})

test('a browser may call from any site', async () => {
  const { get } = service()
  const { status, headers } = await get('/api/agent/agent-0/llm-summary', { method: 'OPTIONS' })
  expect(status).toBe(204)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
  expect(headers.get('access-control-allow-headers')).toMatch(/^\*, Authorization, /)
})

test('before anything is published, every address says what to do', async () => {
  const { get, output, clock } = service(false)
  const { status, headers, json } = await get('/')
  expect(status).toBe(503)
  expect(json().message).toMatch(/npm run daily.*npm start/)
  expect(headers.get('x-release')).toBe('none')
  expect(headers.get('cache-control')).toBe('no-store')

  publish(output, '2026-01-01')
  expect((await get('/')).status, 'looked a moment ago').toBe(503)
  clock.ms += 1000
  expect((await get('/')).status).toBe(200)
})

test('a new release is picked up within a second, and unchanged content keeps its validator', async () => {
  const { get, output, clock, id } = service()
  const path = '/api/agent-economy/llm-summary'
  const old = [await get(path), await get('/')] as const
  const next = publish(output, '2026-01-02', sampleArtifacts('two'))
  clock.ms += 999
  expect((await get(path)).headers.get('x-release')).toBe(id)
  clock.ms += 1
  const young = [await get(path), await get('/')] as const
  expect(young[0].json().version).toBe('two')
  expect(young.map((item) => item.headers.get('x-release'))).toEqual([next, next])
  expect(young[0].headers.get('etag')).not.toBe(old[0].headers.get('etag'))
  expect(young[1].headers.get('etag')).toBe(old[1].headers.get('etag'))
})

test('a release that cannot be opened is logged once, and the previous one is still served', async () => {
  const { get, output, clock, id, logged } = service()
  await get('/')
  const next = publish(output, '2026-01-02', sampleArtifacts('two'))
  truncateSync(join(output, 'releases', next, 'manifest.json'), 100)
  clock.ms += 1000
  expect((await get('/')).headers.get('x-release')).toBe(id)
  expect(logged).toHaveLength(1)
  expect(String(logged[0])).toContain(next)
})

test('a fault of ours is 500 without its story, and is logged', async () => {
  const { get, output, id, logged } = service()
  writeFileSync(join(output, 'releases', id, 'public/api/agent/agent-0/llm-summary'), 'damaged')
  const { status, headers, text } = await get('/api/agent/agent-0/llm-summary')
  expect(status).toBe(500)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-release')).toBe(id)
  expect(JSON.parse(text)).toEqual({ error: 'internal_error', message: expect.any(String), source_urls: [] })
  expect(text).not.toContain('damaged')
  expect(text).not.toContain(output)
  expect(logged).toHaveLength(1)
})

test('a file that the manifest does not name is not there, wherever the disk has it', async () => {
  const { get, output, id } = service()
  writeFileSync(join(output, 'releases', id, 'public/data/extra.json'), '{}')
  symlinkSync('/etc', join(output, 'releases', id, 'public/data/etc'))
  expect((await get('/data/extra.json')).status).toBe(404)
  expect((await get('/data/etc/passwd')).status).toBe(404)
  rmSync(join(output, 'current'))
})

test('a release without the optional files answers 404 or shows an unknown agent, never 500', async () => {
  const { output, get, clock, logged } = service()
  publish(output, '2026-01-02', [json('x', {})])
  clock.ms += 1000
  for (const [address] of FILES)
    expect((await get(address)).status, address).toBe(address.startsWith('/embed/') ? 200 : 404)
  expect(logged).toEqual([])
})
