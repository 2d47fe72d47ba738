import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { BYTES_TYPE, JSON_TYPE } from '../../core/interface/content.ts'
import { agentRecordPath, evidenceIndexPath, evidencePath, PRIVATE_PATHS } from '../../core/release/paths.ts'
import type { EvidenceScope } from '../../core/views/evidence_row.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { HOSTILE_BODIES } from '../evidence/hostile_bodies.ts'
import { createAgentRecord, INFO } from '../views/given_agent_record.ts'

const sha256 = (body: string | Uint8Array): string => hash('sha256', body)
const EVIDENCE: EvidenceScope = {
  is_served: true,
  sources: { github: 'terms', endpoint_probes: 'strangers' },
  chains: {},
}

/** A handler over a release with these private files. */
function serve(files: Record<string, string | Uint8Array>) {
  const all: typeof files = {
    [PRIVATE_PATHS.info]: JSON.stringify({ ...INFO, evidence: EVIDENCE }),
    ...files,
  }
  const release = new ServedRelease({
    ...{
      id: 'r1',
      manifestSha256: '0'.repeat(64),
      about: { date: INFO.day, world: 'live', base_url: INFO.base_url },
    },
    read: async (side, path) => {
      const found = side === 'private' && Object.hasOwn(all, path) ? all[path] : undefined
      if (found === undefined) return null
      const bytes = typeof found === 'string' ? new TextEncoder().encode(found) : found
      const isBody = /^evidence\/[0-9a-f]{64}$/.test(path)
      return { bytes, sha256: sha256(bytes), contentType: isBody ? BYTES_TYPE : JSON_TYPE }
    },
  })
  const handler = createHandler({
    ...{ current: async () => release, now: () => new Date('2026-03-31T12:00:00Z') },
    log: (error) => {
      throw error
    },
  })
  return (path: string, accept = '*/*', method = 'GET', headers: Record<string, string> = {}) =>
    handler.answer(new Request(`https://index.example${path}`, { method, headers: { accept, ...headers } }))
}

/** The headers of bytes: whatever they are, they are stored, and neither shown nor run. */
const expectInert = (answer: Response, name: string): void => {
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}.bin"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  for (const absent of ['content-encoding', 'set-cookie', 'location', 'link', 'service-worker-allowed'])
    expect(answer.headers.get(absent), absent).toBeNull()
}

describe.each(HOSTILE_BODIES)('%s', (_, body) => {
  const name = sha256(body)
  const get = serve({ [evidencePath(name)]: body })
  const ask = (headers: Record<string, string>, method = 'GET') =>
    get(`/evidence/${name}`, 'text/html,*/*', method, headers)

  test('is handed out as its bytes alone, never shown or run', async () => {
    const answer = await ask({})
    expect(answer.status).toBe(200)
    expectInert(answer, name)
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(name)
  })

  test('has the same headers for HEAD, and is whole where a range is asked for', async () => {
    const head = await ask({}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expectInert(head, name)
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
    const whole = await ask({ range: 'bytes=1-2' })
    expect(whole.status).toBe(200)
    expectInert(whole, name)
    expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(name)
  })

  test('is not sent again to who has it', async () => {
    const etag = (await ask({})).headers.get('etag') ?? ''
    const again = await ask({ 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('is gone once it was withdrawn', async () => {
    const withdrawn = { [name]: { date: '2026-03-30', reason: 'It named a private person.' } }
    const gone = serve({ [evidencePath(name)]: body, [PRIVATE_PATHS.withdrawn]: JSON.stringify(withdrawn) })
    for (const method of ['GET', 'HEAD']) {
      const answer = await gone(`/evidence/${name}`, '*/*', method, { range: 'bytes=0-9' })
      expect(answer.status).toBe(410)
      expect(answer.headers.get('content-type')).toBe(JSON_TYPE)
      if (method === 'GET') expect(await answer.json()).toMatchObject({ sha256: name, ...withdrawn[name] })
    }
  })
})

const NAME = sha256('x')
const WRONG_NAMES = [
  ...[
    NAME.toUpperCase(),
    NAME.slice(1),
    `${NAME}0`,
    `${NAME}.html`,
    'index',
    'withdrawn.json',
    'index%2Fa.json',
  ],
  ...[
    '..%2Fagents-index.json',
    '%2e%2e%2fagents-index.json',
    `..%5c${NAME}`,
    `${NAME}%00`,
    '__proto__',
    'a'.repeat(500),
  ],
]

test.each(WRONG_NAMES)('the name %s is no hash, and leads to no file', async (name) => {
  const get = serve({
    [evidencePath(NAME)]: 'x',
    [PRIVATE_PATHS.agentsIndex]: '[]',
    'evidence/index/a.json': '{}',
  })
  const answer = await get(`/evidence/${name}`)
  expect([400, 404]).toContain(answer.status)
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE)
})

test('a hash on which nothing rests is not found', async () => {
  const answer = await serve({})(`/evidence/${NAME}`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ error: 'no_evidence' })
})

test('what was withdrawn is gone, with the reason, even where its bytes are still there', async () => {
  const withdrawn = { [NAME]: { date: '2026-03-30', reason: 'It named a private person.' } }
  const get = serve({ [evidencePath(NAME)]: 'x', [PRIVATE_PATHS.withdrawn]: JSON.stringify(withdrawn) })
  const answer = await get(`/evidence/${NAME}`)
  expect(answer.status).toBe(410)
  expect(await answer.json()).toMatchObject({
    error: 'withdrawn',
    sha256: NAME,
    reason: withdrawn[NAME]?.reason,
  })
  expect(await (await get(`/evidence/${NAME}`, 'text/html')).text()).toContain('named a private person')
})

const record = () => {
  const agent = createAgentRecord('quartz')
  const [standing] = agent.standings
  const [signal] = standing?.signals ?? []
  const read = {
    ...signal,
    response_sha256: NAME,
    source: 'github',
    value: 7,
    source_url: 'https://up.example/"><script>',
  }
  return { ...agent, standings: [{ ...standing, signals: [read] }] }
}

test('an answer that is not public says why, and what was read of it', async () => {
  const { path, key } = evidenceIndexPath(NAME)
  const get = serve({
    [path]: JSON.stringify({ [key]: 'quartz' }),
    [agentRecordPath('quartz')]: JSON.stringify(record()),
  })
  const answer = await get(`/evidence/${NAME}`)
  expect(await answer.json()).toMatchObject({
    ...{ public: false, sha256: NAME, agent: 'quartz', reason: 'not public: terms of github' },
    read: [{ value: 7, source: 'github', source_url: 'https://up.example/"><script>' }],
  })
  const page = await get(`/evidence/${NAME}?agent=quartz`, 'text/html')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('vary')).toBe('Accept')
  const html = await page.text()
  expect(html).toContain('Not public: terms of github')
  expect(html).not.toContain('<script>')
})
