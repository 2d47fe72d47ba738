import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BYTES_TYPE, JSON_TYPE } from '../../core/interface/content.ts'
import { agentRecordPath, evidenceIndexPath, evidencePath, PRIVATE_PATHS } from '../../core/release/paths.ts'
import type { EvidenceScope } from '../../core/views/evidence_row.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
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
  return (path: string, accept = '*/*', method = 'GET') =>
    handler.answer(new Request(`https://index.example${path}`, { method, headers: { accept } }))
}

/** Bodies that a browser would show or run, or that lie about what they are. */
const HOSTILE: [string, string | Uint8Array][] = [
  ['a page with a script', '<!doctype html><script>alert(document.domain)</script>'],
  ['a page after a byte order mark', '\ufeff<html><body onload=alert(1)>'],
  ['a page after a comment of 2 kB', `<!--${'x'.repeat(2048)}--><script>alert(1)</script>`],
  ['a page in UTF-16', Buffer.from('\ufeff<script>alert(1)</script>', 'utf16le')],
  ['a page in UTF-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'],
  ['a picture with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  [
    'XHTML',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
  ],
  ['XSLT', '<?xml-stylesheet type="text/xsl" href="data:text/xml,x"?><x/>'],
  ['a PDF', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'],
  [
    'an archive with a path out of it',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('../../etc/passwd')]),
  ],
  ['a program', Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46]), Buffer.alloc(64)])],
  ['a Windows program', 'MZ\u0090\u0000\u0003'],
  ['a script', 'alert(1)//'],
  ['a service worker', "self.addEventListener('fetch', () => {})"],
  ['a style sheet', '*{background:url(https://stranger.example)}'],
  ['JSON with a page in it', JSON.stringify({ a: '</script><script>alert(1)</script>' })],
  ['a line of a million characters', 'x'.repeat(1_000_000)],
  ['headers in the body', 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<script>alert(1)</script>'],
  ['gzip of a page', gzipSync('<script>alert(1)</script>')],
  ['nothing', ''],
]

test.each(HOSTILE)('%s is handed out as bytes alone, never shown or run', async (_, body) => {
  const name = sha256(body)
  const answer = await serve({ [evidencePath(name)]: body })(`/evidence/${name}`, 'text/html,*/*')
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}.bin"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(name)
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
