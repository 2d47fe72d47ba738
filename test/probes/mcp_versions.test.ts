import { expect, test } from 'vitest'
import {
  fail,
  INITIALIZED,
  json,
  probe,
  reply,
  type SentMessage,
  type SentRequest,
  serve,
  TOOLS,
} from './mcp_fakes.ts'

const listOffers = (sent: SentRequest[]) =>
  sent.flatMap(({ message }) => (message?.method === 'initialize' ? [message.params?.protocolVersion] : []))

/** A server that takes one version alone, and refuses others with an error. */
const takes =
  (version: string, data?: unknown) =>
  ({ params }: SentMessage) =>
    params?.protocolVersion === version
      ? { result: { ...INITIALIZED, protocolVersion: version } }
      : fail(-32602, 'Unsupported protocol version', data)()

test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
  'version %s is spoken',
  async (version) => {
    const initialize = () => ({ result: { ...INITIALIZED, protocolVersion: version } })
    const { result, sent } = await probe(serve({ initialize }))
    expect(result).toMatchObject({ outcome: 'answers', protocolVersion: version })
    expect(listOffers(sent)).toEqual(['2025-11-25'])
    expect(sent.at(-1)?.headers['mcp-protocol-version']).toBe(version)
  },
)

test('a server that refuses the newest version is offered the one that it names', async () => {
  const initialize = takes('2025-03-26', { supported: ['2025-03-26', 'latest'] })
  const { result, sent } = await probe(serve({ initialize }))
  expect(result).toMatchObject({ outcome: 'answers', protocolVersion: '2025-03-26' })
  expect(listOffers(sent)).toEqual(['2025-11-25', '2025-03-26'])
})

test('one that names none is offered older ones, and then no more', async () => {
  const { result, sent } = await probe(serve({ initialize: takes('2024-11-05') }))
  expect(result.protocolVersion).toBe('2024-11-05')
  expect(listOffers(sent)).toEqual(['2025-11-25', '2025-06-18', '2024-11-05'])
  const none = await probe(serve({ initialize: takes('1.0') }))
  expect(none.result).toMatchObject({ outcome: 'wrong_protocol', protocolVersion: null })
  expect(none.sent).toHaveLength(3)
})

test.each([
  ['-32601 under 404', 404, fail(-32601, 'Method not found')],
  ['-32022', 400, fail(-32022, 'Unsupported protocol version', { supported: ['2026-07-28'] })],
  ['a missing envelope', 400, fail(-32602, 'Request is missing the required _meta envelope')],
])('a server without a handshake (%s) is discovered', async (_name, status, initialize) => {
  const results = {
    initialize,
    'server/discover': () => ({
      result: {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'modern', version: '2' } },
      },
    }),
    'tools/list': () => ({
      result: { resultType: 'complete', tools: TOOLS, ttlMs: 0, cacheScope: 'public' },
    }),
  }
  const { result, sent } = await probe(({ message }) => {
    const isKnown = message?.method === 'initialize'
    return message ? json(reply(message, results), isKnown ? status : 200) : json({}, 405)
  })
  expect(result).toMatchObject({ outcome: 'answers', protocolVersion: '2026-07-28', serverName: 'modern' })
  expect(result.details).toMatchObject({ tools: TOOLS })
  const { headers, message } = sent.at(-1) as SentRequest
  expect(headers).toMatchObject({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' })
  expect(message?.params?._meta).toMatchObject({
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  })
  expect(sent.map((request) => request.message?.method)).not.toContain('notifications/initialized')
})

test('a server with neither speaks another protocol, by the status of its first answer', async () => {
  const { result } = await probe(({ message }) => {
    if (message === null) return json({}, 405)
    return message.method === 'initialize' ? json(reply(message, {}), 404) : json({ ok: true }, 200)
  })
  expect(result).toMatchObject({ outcome: 'wrong_protocol', protocolVersion: null, status: 404 })
})
