import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { type AttackedService, attackedService } from '../../lab/e2e/fuzz/attacked_service.ts'
import { type Answer, RawClient } from '../../lab/e2e/fuzz/raw_client.ts'
import { encodeRequest, type RequestParts } from '../../lab/e2e/fuzz/request_text.ts'
import { sampleOutput } from '../sample_output.ts'

let service: AttackedService
const folder = mkdtempSync(join(tmpdir(), 'assay-attacks-'))

beforeAll(async () => {
  service = await attackedService({ output: await sampleOutput(), folder }, false)
}, 120_000)

afterAll(async () => {
  await service?.close()
  rmSync(folder, { recursive: true })
})

async function send(parts: Partial<RequestParts>): Promise<Answer> {
  const client = new RawClient(service.port)
  const answer = await client.ask(
    encodeRequest({ ...{ method: 'GET', target: '/', headers: [], label: 'attack' }, ...parts }),
  )
  client.close()
  return answer
}

const sendForStatus = async (parts: Partial<RequestParts>) =>
  (await send(parts)).replies.map(({ status }) => status)

/** Sends bytes as they are. */
async function sendRaw(text: string, expected = 0): Promise<Answer> {
  const client = new RawClient(service.port)
  const bytes = Buffer.from(text, 'latin1')
  const answer = await client.ask({ bytes, method: 'GET', isWhole: false, expected, label: 'raw' })
  client.close()
  return answer
}

/** Long enough for a slow machine, and far below what anything that grows with the square would take. */
const SOON_MS = 2_000
const HANDLE_PATH = /\{handle\}|\{agentId\}/
const ECONOMY = '/api/agent-economy/llm-summary'

test.each([
  ['keys like numbers', (at: number) => `${at * 1_024}`],
  ['keys that share their ends', (at: number) => `${'a'.repeat(at % 3)}k${at}`],
  ['keys of objects themselves', (at: number) => ['__proto__', 'constructor', 'toString'][at % 3]],
])('a body of thousands of %s is read soon, and changes nothing', async (_, key) => {
  const pairs = Array.from({ length: 4_000 }, (_, at) => `"${key(at)}":{"isAdmin":1}`).join(',')
  for (const target of ['/api/public/trust/batch', '/api/agent-feedback', '/api/mcp/v1', '/api/a2a/v1']) {
    const body = Buffer.from(`{${pairs}}`.slice(0, 60_000).replace(/,?[^,]*$/, '}'))
    const headers: [string, string][] = [['Content-Type', 'application/json']]
    const { ms, replies } = await send({ method: 'POST', target, body, headers })
    expect(ms, target).toBeLessThan(SOON_MS)
    expect([200, 400, 413], target).toContain(replies[0]?.status)
  }
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
})

test('no parameter of any endpoint takes long to refuse or to answer, whatever it holds', async () => {
  const hostile = [
    ...['a', ',', '-', '%20', 'a-', '1', '%2C', 'a,', '..%2f', '%E2%84%AA', '+'].map((part) =>
      part.repeat(6_000 / part.length),
    ),
    `${'a'.repeat(3_000)}!`,
    `${'1-'.repeat(2_000)}x`,
    `2026-${'0'.repeat(5_000)}`,
  ]
  const slow: string[] = []
  for (const { id, method, path, parameters } of ENDPOINTS)
    for (const { name, in: place } of parameters)
      for (const text of hostile) {
        const target = place === 'path' ? path.replace(`{${name}}`, text) : `${path}?${name}=${text}`
        const { ms, replies } = await send({ method, target: target.replace(HANDLE_PATH, 'x') })
        if (ms > SOON_MS || (replies[0]?.status ?? 500) >= 500)
          slow.push(`${id}.${name}: ${replies[0]?.status}`)
      }
  expect(slow).toEqual([])
}, 120_000)

test.each([
  ['two thousand ranges', 'Range', `bytes=${'0-,'.repeat(2_000)}0-`],
  ['a range of endless digits', 'Range', `bytes=0-${'9'.repeat(8_000)}`],
  ['nothing but commas as tags', 'If-None-Match', ','.repeat(14_000)],
  ['thousands of tags', 'If-None-Match', 'W/"x", '.repeat(2_000)],
  ['half a tag', 'If-None-Match', `"${'x'.repeat(14_000)}`],
  ['spaces', 'If-None-Match', `"a"${' '.repeat(14_000)}"b"`],
])('%s are answered soon and once, with no more than the file', async (_, name, value) => {
  const plain = await send({ target: '/data/counts.json' })
  const { ms, replies } = await send({ target: '/data/counts.json', headers: [[name, value]] })
  expect(ms).toBeLessThan(SOON_MS)
  expect(replies).toHaveLength(1)
  expect([200, 206, 416]).toContain(replies[0]?.status)
  expect(replies[0]?.body.length).toBeLessThanOrEqual(plain.replies[0]?.body.length ?? 0)
})

test('a compressed body is not unpacked: it is no JSON, however little it is on the wire', async () => {
  const body = gzipSync(Buffer.alloc(20 * 2 ** 20, ' '))
  for (const target of ['/api/public/trust/batch', '/api/agent-feedback', '/api/mcp/v1'])
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
      const { ms, replies } = await send({
        ...{ method: 'POST', target, body },
        headers: [
          ['Content-Type', 'application/json'],
          ['Content-Encoding', encoding],
        ],
      })
      expect(ms).toBeLessThan(SOON_MS)
      expect(replies[0]?.body, target).toMatch(/invalid_json|-32700/)
    }
})

const SMUGGLED = 'GET /api/agent-economy/llm-summary HTTP/1.1\r\nHost: x\r\n\r\n'
test.each([
  ['length and chunks', 'Content-Length: 6\r\nTransfer-Encoding: chunked', '0\r\n\r\n'],
  ['chunks and length', 'Transfer-Encoding: chunked\r\nContent-Length: 6', '0\r\n\r\n'],
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 60', ''],
  ['a list of lengths', 'Content-Length: 0, 60', ''],
  ['a signed length', 'Content-Length: +0', ''],
  ['a space before the colon', 'Content-Length : 60', ''],
  ['a folded line', 'Transfer-Encoding:\r\n chunked', '0\r\n\r\n'],
  ['chunks that are not last', 'Transfer-Encoding: chunked, identity', '0\r\n\r\n'],
  ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '0\r\n\r\n'],
  ['a tab in the name', 'Transfer\tEncoding: chunked', '0\r\n\r\n'],
  ['a bare line feed', 'X: y\nTransfer-Encoding: chunked', '0\r\n\r\n'],
  ['an endless chunk size', 'Transfer-Encoding: chunked', `${'f'.repeat(40)}\r\n`],
])('%s: a request in the body of another is not answered', async (_, headers, body) => {
  const { replies } = await sendRaw(
    `POST /api/public/trust/batch HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}${SMUGGLED}`,
  )
  expect(replies.filter(({ status }) => status === 200)).toEqual([])
  expect(replies.length).toBeLessThanOrEqual(1)
})

test('a request after the end of another is answered, so that the ones above would be seen', async () => {
  const { replies } = await sendRaw(
    `POST /api/public/trust/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}${SMUGGLED}`,
    2,
  )
  expect(replies.map(({ status }) => status)).toEqual([400, 200])
})

test('no header makes its way into a link, a quote or a card', async () => {
  const headers: [string, string][] = [
    ['Host', 'evil.example'],
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'javascript'],
    ['Forwarded', 'host=evil.example;proto=http'],
    ['X-Original-URL', '//evil.example/'],
    ['Referer', 'https://evil.example/'],
  ]
  const files = ENDPOINTS.filter(({ method, path }) => method === 'GET' && !/[{*]/.test(path)).map(
    ({ path }) => path,
  )
  for (const target of [
    ...files,
    '/api/agents/find?q=agent',
    '/api/agents/find/full?q=agent',
    'http://evil.example/',
  ])
    expect((await send({ target, headers })).text, target).not.toContain('evil.example')
})

test('a cached answer is not used for another request', async () => {
  const body = async (parts: Partial<RequestParts>) => (await send({ target: ECONOMY, ...parts })).replies[0]
  const first = await body({})
  expect(await body({ headers: [['Range', 'bytes=0-3']] })).toMatchObject({ status: 200, body: first?.body })
  expect(await body({ method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  expect(await body({})).toMatchObject({ status: 200, body: first?.body })
  expect(await body({ method: 'POST', headers: [['X-HTTP-Method-Override', 'GET']] })).toMatchObject({
    status: 405,
  })
  expect(await body({ method: 'OPTIONS' })).toMatchObject({ status: 204, body: '' })
  const ranking = '/api/rankings/developer/llm-summary'
  const statuses = async (query: string) => sendForStatus({ target: `${ranking}?${query}` })
  for (let time = 0; time < 2; time += 1) {
    expect(await statuses('limit=3')).toEqual([200])
    expect(await statuses('limit=3&limit=4')).toEqual([400])
    expect(await statuses('limit=3&%6Cimit=4')).toEqual([400])
    expect(await statuses('limit=3;limit=4')).toEqual([400])
    expect(await statuses('limit=3%00')).toEqual([400])
  }
})

test.each([
  ['a letter that becomes an ASCII one in small letters', '%E2%84%AA'],
  ['wide letters', '%EF%BD%81'],
  ['a letter with a mark of its own', 'a%CC%81'],
  ['no width', 'a%E2%80%8B'],
  ['the other way', '%E2%80%AEa'],
  ['half a pair', '%ED%A0%80'],
  ['overlong', '%C1%A1'],
  ['a null', 'a%00'],
  ['a line end', 'a%0A'],
])('a handle with %s is nobody’s, at every address', async (_, handle) => {
  for (const path of [
    '/api/agent/{}/llm-summary',
    '/agents/{}',
    '/api/public/trust/{}',
    '/api/agent/{}/trust-summary',
  ])
    expect([400, 402, 404], path).toContain((await sendForStatus({ target: path.replace('{}', handle) }))[0])
  const [badge] = (await send({ target: `/embed/${handle}` })).replies
  expect([404, 200]).toContain(badge?.status)
  if (badge?.status === 200) expect(badge.body).toContain('unknown')
})

test('line ends that are escaped stay out of the head of an answer', async () => {
  for (const ends of ['%0d%0a', '%0a', '%E5%98%8A%E5%98%8D', '%0d%0a%20', '\\r\\n'])
    for (const target of [
      `/${ends}X-Evil:%201`,
      `/api/agent/a${ends}X-Evil:%201/llm-summary`,
      `/api/agents/find/full?q=a${ends}X-Evil:%201`,
      `${ECONOMY}?x=${ends}X-Evil:%201`,
      `/embed/a${ends}X-Evil:%201.svg`,
    ]) {
      const { replies } = await send({ target })
      expect(replies, target).toHaveLength(1)
      expect(replies[0]?.head, target).not.toMatch(/^x-evil/im)
    }
})
