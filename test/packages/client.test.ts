import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { assay, readAnswer } from '../../packages/client/client.ts'
import { AssayError } from '../../packages/client/errors.ts'
import { documentHash } from '../../scripts/client_types/document.ts'
import { hashLine, TYPES_FILE } from '../../scripts/client_types/types.ts'
import { sampleHandler } from '../sample_handler.ts'
import { fixedFetch, sampleClient, serving } from './asked.ts'

const URL_OF_INDEX = 'https://assay.example'

// The first to need it builds the sample.
beforeAll(() => sampleHandler(), 300_000)

test('the types are of the interface as it is (npm run docs writes them)', () => {
  expect(readFileSync(TYPES_FILE, 'utf8').split('\n', 1)[0]).toBe(hashLine(documentHash()))
})

test('an agent, a search, a verdict and a comparison are asked for as the interface takes them', async () => {
  const index = await sampleClient()
  const agent = await index.agent('weather-tools')
  expect([agent.type, agent.handle]).toEqual(['agent_summary', 'weather-tools'])
  const found = await index.find('weather', { alive: true, rails: ['mcp', 'x402'] })
  expect(found.type).toBe('find_result')
  for (const { rails, liveness } of found.candidates) {
    expect(rails).toEqual(expect.arrayContaining(['mcp', 'x402']))
    expect(liveness).toBe('alive')
  }
  expect((await index.verdict('Weather-Tools')).handle).toBe('weather-tools')
  const { agents } = await index.compare(['weather-tools', 'snow-report'])
  expect(agents.map(({ handle }) => handle)).toEqual(['weather-tools', 'snow-report'])
})

test('every other address is there with its types', async () => {
  const { api } = await sampleClient()
  const { metrics } = await readAnswer(api.GET('/api/agent-economy/llm-summary'))
  expect(metrics.indexed_agents).toBeGreaterThan(100)
  const params = { params: { path: { category: 'developer' as const }, query: { limit: 2 } } }
  const { ranking } = await readAnswer(api.GET('/api/rankings/{category}/llm-summary', params))
  expect(ranking).toHaveLength(2)
})

/** Returns the error of a rejected call. */
async function catchError(call: Promise<unknown>): Promise<AssayError> {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(AssayError)
  return error as AssayError
}

test('an error has the message of the index, and its suggestions', async () => {
  const index = await sampleClient()
  const error = await catchError(index.verdict('weather-tool'))
  expect([error.kind, error.status]).toEqual(['refused', 404])
  expect(error.message).toBe('No agent with the handle "weather-tool" is indexed.')
  expect(error.body?.suggestions).toContainEqual(expect.objectContaining({ handle: 'weather-tools' }))
  expect((await catchError(index.compare(['one']))).status).toBe(400)
})

test.each([
  ['a page', fixedFetch('<h1>Welcome</h1>', 200, 'text/html'), 'no_index'],
  ['nothing', fixedFetch('', 200), 'no_index'],
  ['a text in JSON', fixedFetch('"hello"'), 'no_index'],
  ['other JSON', fixedFetch('{"type":"comparison"}'), 'no_index'],
  ['an error of another server', fixedFetch('<h1>404</h1>', 404, 'text/html'), 'no_index'],
  ['a fault', fixedFetch('<h1>502</h1>', 502, 'text/html'), 'refused'],
])('an answer with %s is an error of its own', async (_, fetch, kind) => {
  expect((await catchError(assay({ url: URL_OF_INDEX, fetch }).agent('x'))).kind).toBe(kind)
})

test('nobody answers, or too late', async () => {
  const gone = await catchError(assay({ url: 'http://127.0.0.1:9' }).agent('x'))
  expect([gone.kind, gone.status]).toEqual(['unreachable', null])
  expect(gone.message).toMatch(/^http:\/\/127\.0\.0\.1:9 cannot be reached \(/)
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const late = await catchError(assay({ url: `http://127.0.0.1:${port}`, timeoutMs: 50 }).agent('x'))
  silent.close()
  expect([late.kind, late.message]).toEqual([
    'unreachable',
    `http://127.0.0.1:${port} did not answer within 0.05 s`,
  ])
})

test('a Pro key goes with each call, and a path that ends with slashes makes no difference', async () => {
  const seen: [string, string | null][] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    const { url, headers } = new Request(input)
    seen.push([url, headers.get('X-API-Key')])
    return new Response('{}')
  }
  const index = assay({ url: `${URL_OF_INDEX}/deep//`, apiKey: 'a-key', fetch })
  await index.compare(['a', 'b']).catch(() => null)
  expect(seen).toEqual([[`${URL_OF_INDEX}/deep/api/compare/llm-summary?agents=a,b`, 'a-key']])
})

/** JSON of an answer that is nested so deep. */
const nested = (levels: number): string =>
  `{"type":"agent_summary","deep":${'['.repeat(levels)}${']'.repeat(levels)}}`

test.each([
  ['without end', (send: (bytes: Buffer) => void) => send(Buffer.alloc(2 ** 20, ' ')), /more than 64 MiB/],
  ['drop by drop', (send: (bytes: Buffer) => void) => send(Buffer.from(' ')), /did not answer within 0.5 s/],
])(
  'a body that comes %s ends with a reason',
  async (name, chunk, said) => {
    const url = await serving((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const send = (bytes: Buffer): boolean => response.destroyed || response.write(bytes)
      const next = (): void => {
        if (response.destroyed) return
        chunk(send)
        if (name === 'without end') setImmediate(next)
        else setTimeout(next, 20)
      }
      next()
    })
    const timeoutMs = name === 'without end' ? 60_000 : 500
    expect((await catchError(assay({ url, timeoutMs }).agent('a'))).message).toMatch(said)
  },
  60_000,
)

test('a body that stays away ends with a reason, though the fetch has lost its signal', async () => {
  const url = await serving((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(' ')
  })
  const deaf: typeof fetch = (input) => fetch(input instanceof Request ? input.url : input)
  const asked = assay({ url, timeoutMs: 300, fetch: deaf }).agent('a')
  expect((await catchError(asked)).message).toMatch(/did not answer within 0.3 s/)
})

test('a compressed body is limited by its uncompressed size, and a truncated one is an error', async () => {
  const bomb = gzipSync(Buffer.alloc(2 ** 26 + 1, ' '))
  expect(bomb.length).toBeLessThan(100_000)
  const url = await serving((request, response) => {
    if (request.url?.includes('/cut/')) {
      response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy())
      return
    }
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  const packed = await catchError(assay({ url }).agent('a'))
  expect([packed.kind, packed.message]).toEqual(['no_index', expect.stringContaining('more than 64 MiB')])
  expect((await catchError(assay({ url }).agent('cut'))).kind).toBe('unreachable')
})

test.each([20_000, 100, 65])('%d levels of lists are no answer, given or refused', async (levels) => {
  for (const status of [200, 400]) {
    const index = assay({ url: URL_OF_INDEX, fetch: fixedFetch(nested(levels), status) })
    expect((await catchError(index.agent('a'))).message).toContain('nested deeper than 64 levels')
  }
})
