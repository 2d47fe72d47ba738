import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { ProbeFailure, type Protocol } from '../../pipeline/probes/protocol.ts'
import a2a from '../../pipeline/probes/protocols/a2a.ts'
import mcp from '../../pipeline/probes/protocols/mcp.ts'
import x402 from '../../pipeline/probes/protocols/x402.ts'
import { internet, JSON_TYPE, type ReceivedRequest, send, wait } from '../http/guard_harness.ts'
import { HOST, openProbes } from '../http/probe_harness.ts'
import { target } from './fake_site.ts'

const STREAM = { 'content-type': 'text/event-stream' }
const VICTIM = 'https://victim.example/hook'

type Answer = (request: ReceivedRequest, response: ServerResponse) => void

const redirect =
  (status: number, location: string): Answer =>
  (_, response) =>
    send(response, status, { location })

/** A card that names an interface. */
const card =
  (more: object): Answer =>
  (_, response) =>
    send(response, 200, JSON_TYPE, JSON.stringify({ name: 'A', skills: [], url: `${HOST}/page`, ...more }))

/** An address of HTTP+SSE whose stream names where messages go. */
const endpoint =
  (address: string): Answer =>
  ({ method }, response) => {
    if (method === 'POST') return send(response, 405, {})
    response.writeHead(200, STREAM).write(`event: endpoint\ndata: ${address}\n\n`)
  }

/** A POST that is refused, so that the stream is asked for, which leads away. */
const streamMoves =
  (location: string): Answer =>
  ({ method }, response) =>
    method === 'POST' ? send(response, 405, {}) : send(response, 307, { location })

const REST = { preferredTransport: 'HTTP+JSON' }
const next = (url: string) => ({
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
})

const TRIES: [name: string, protocol: Protocol, answer: Answer, url?: string][] = [
  ['307 of an MCP server to another host', mcp, redirect(307, VICTIM)],
  ['308 of an MCP server to another host', mcp, redirect(308, VICTIM)],
  ['307 to another host without a scheme', mcp, redirect(307, '//victim.example/hook')],
  ['307 to another host behind a name and an @', mcp, redirect(307, 'https://agent.example@victim.example/')],
  ['307 to another host behind backslashes', mcp, redirect(307, '\\\\victim.example\\hook')],
  ['307 to a host whose name begins alike', mcp, redirect(307, 'https://agent.example.victim.example/')],
  ['307 to a subdomain', mcp, redirect(307, 'https://victim.agent.example/')],
  ['308 to another port', mcp, redirect(308, 'https://agent.example:8443/')],
  ['308 to another scheme', mcp, redirect(308, 'http://agent.example/hook')],
  ['308 to this machine', mcp, redirect(308, 'https://127.0.0.1/')],
  ['a stream that moves to another host', mcp, streamMoves(VICTIM)],
  ['an endpoint of a stream at another host', mcp, endpoint(VICTIM)],
  ['an endpoint without a scheme', mcp, endpoint('//victim.example/hook')],
  ['an endpoint at another port', mcp, endpoint('https://agent.example:444/hook')],
  ['307 of a paid resource', x402, redirect(307, VICTIM)],
  ['308 of a paid resource', x402, redirect(308, VICTIM)],
  ['a card whose interface is another host', a2a, card({ url: VICTIM })],
  ['a card of 1.0 with an interface elsewhere', a2a, card(next(VICTIM))],
  [
    'a card with a further interface elsewhere',
    a2a,
    card({ ...REST, additionalInterfaces: [{ url: VICTIM, transport: 'JSONRPC' }] }),
  ],
  [
    'a tenant that names another of its platform',
    a2a,
    card({ url: 'https://victim.vercel.app/' }),
    'https://me.vercel.app',
  ],
  ['a card that moved to another host', a2a, redirect(302, 'https://victim.example/card')],
  ['a card at a name that looks public', a2a, card({ url: 'https://printer.local/' })],
]

test.each(TRIES)(
  'a listing cannot make us send a POST to a third host: %s',
  async (_, protocol, answer, at = HOST) => {
    const { reach, asked } = await internet(answer)
    const { session } = openProbes({ reach }, `${at}/mcp`)
    const [kind = 'mcp'] = protocol.kinds
    const declared = target(kind, `${at}/mcp`, {
      method: kind === 'x402' ? 'POST' : null,
    })
    await protocol.probe(declared, session.fetch).catch((error: unknown) => {
      if (!(error instanceof ProbeFailure)) throw error
    })
    session.close()
    const posts = asked.filter(({ method }) => method === 'POST')
    expect(posts.filter(({ host }) => host !== new URL(at).host)).toEqual([])
    expect(posts.length).toBeLessThanOrEqual(1)
  },
)

test('an MCP server whose streams never end is asked to its end, and each is closed after its answer', async () => {
  let open = 0
  const { reach, asked } = await internet(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.method !== 'POST' || !body.includes('"id"')) return send(response, 202, {})
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const result =
      method === 'initialize' ? { protocolVersion: '2025-06-18', capabilities: {} } : { tools: [] }
    open++
    response.on('close', () => open--)
    response.writeHead(200, STREAM).write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
  })
  const { session } = openProbes({ reach })
  expect((await mcp.probe(target('mcp', `${HOST}/mcp`), session.fetch)).outcome).toBe('answers')
  await wait(50)
  expect(open).toBe(0)
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(3)
})
