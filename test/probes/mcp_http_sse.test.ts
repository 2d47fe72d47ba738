import { expect, test } from 'vitest'
import {
  type Answer,
  formatEvent,
  json,
  page,
  probe,
  reply,
  type SentMessage,
  STREAM_TYPE,
  TOOLS,
  URL_OF_MCP,
} from './mcp_fakes.ts'

interface StreamServer {
  answer: Answer
  isClosed: () => boolean
}

/** A server of HTTP+SSE: GET opens the stream, and POST to the endpoint answers there. */
function serveStream(endpoint: string, post = 405, answerMessage = reply): StreamServer {
  let send = (_text: string) => {}
  let isClosed = false
  const start = (controller: ReadableStreamDefaultController) => {
    send = (text) => controller.enqueue(new TextEncoder().encode(text))
    send(`: hello\n\nevent: endpoint\ndata: ${endpoint}\n\n`)
  }
  const cancel = () => {
    isClosed = true
  }
  const answer: Answer = ({ url, method, message }) => {
    if (method === 'GET') return new Response(new ReadableStream({ start, cancel }), { headers: STREAM_TYPE })
    if (url === URL_OF_MCP) return page(post)
    if (message?.id !== undefined) send(formatEvent(answerMessage(message)))
    return new Response('Accepted', { status: 202 })
  }
  return { answer, isClosed: () => isClosed }
}

test.each([
  ['a path', '/messages?session_id=1'],
  ['the same origin', 'https://mcp.example/messages?session_id=1'],
])('the endpoint is %s: the tools arrive in the stream, which is closed', async (_name, endpoint) => {
  const { answer, isClosed } = serveStream(endpoint)
  const { result, sent } = await probe(answer)
  expect(result).toMatchObject({
    ...{ outcome: 'answers', status: 200, finalUrl: URL_OF_MCP, serverName: 'sample-server' },
    details: { transport: 'http+sse', tools: TOOLS },
  })
  expect(isClosed()).toBe(true)
  const messages = 'https://mcp.example/messages?session_id=1'
  expect(sent.map(({ method, url, message }) => [method, url, message?.method])).toEqual([
    ['POST', URL_OF_MCP, 'initialize'],
    ['GET', URL_OF_MCP, undefined],
    ['POST', messages, 'initialize'],
    ['POST', messages, 'notifications/initialized'],
    ['POST', messages, 'tools/list'],
  ])
  expect(sent[1]?.headers.accept).toBe('text/event-stream')
})

test.each([400, 404, 405, 426, 501])('a POST refused with %i does not hide the stream', async (status) => {
  const { answer } = serveStream('/messages', status)
  expect((await probe(answer)).result.outcome).toBe('answers')
})

test.each([
  ['another host', 'https://other.example/messages', 'wrong_protocol'],
  ['another scheme', 'http://mcp.example/messages', 'unsafe'],
  ['another port', 'https://mcp.example:8443/messages', 'unsafe'],
  ['this machine', 'https://127.0.0.1/messages', 'unsafe'],
])('an endpoint at %s gets no message', async (_name, endpoint, outcome) => {
  const { answer, isClosed } = serveStream(endpoint)
  const { result, sent } = await probe(answer)
  expect(result.outcome).toBe(outcome)
  expect(sent.map(({ url }) => url)).toEqual([URL_OF_MCP, URL_OF_MCP])
  expect(isClosed()).toBe(true)
})

test('an endpoint that requires credentials is a gate, and the stream is closed', async () => {
  const { answer, isClosed } = serveStream('/messages')
  const { result } = await probe((sent) =>
    sent.url === URL_OF_MCP ? answer(sent) : json({ error: 'unauthorized' }, 401),
  )
  expect(result).toMatchObject({ outcome: 'gated', status: 401 })
  expect(isClosed()).toBe(true)
})

test('an error in the stream is one of the server', async () => {
  const refuse = ({ id }: SentMessage) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })
  const { result } = await probe(serveStream('/messages', 405, refuse).answer)
  expect(result.outcome).toBe('wrong_protocol')
})

const answerStream = (text: string): Answer => {
  return ({ method }) => (method === 'GET' ? new Response(text, { headers: STREAM_TYPE }) : page(405))
}

test.each<[name: string, outcome: string, answer: Answer]>([
  ['a stream without an endpoint', 'wrong_protocol', answerStream(': hello\n\n')],
  ['a stream that ends before the answer', 'malformed', answerStream('event: endpoint\ndata: /mcp2\n\n')],
  ['a gate at the stream', 'gated', ({ method }) => page(method === 'GET' ? 401 : 405)],
  ['405 to both', 'wrong_protocol', () => page(405)],
  ['an error of the server', 'server_error', ({ method }) => page(method === 'GET' ? 500 : 405)],
])('%s is %s', async (_name, outcome, answer) => {
  const { result } = await probe((sent) =>
    sent.url === URL_OF_MCP ? answer(sent) : new Response(null, { status: 202 }),
  )
  expect(result.outcome).toBe(outcome)
})

test('a stream of another host is not spoken to', async () => {
  const { answer, isClosed } = serveStream('/messages')
  const { result, sent } = await probe(async (request) => {
    const response = await answer(request)
    if (request.method === 'GET')
      Object.defineProperty(response, 'url', { value: 'https://other.example/sse' })
    return response
  })
  expect(result.outcome).toBe('wrong_protocol')
  expect([sent.length, isClosed()]).toEqual([2, true])
})
