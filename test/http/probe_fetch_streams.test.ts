import { expect, it } from 'vitest'
import { parseEvents } from '../../pipeline/http/guard/event_stream.ts'
import { internet, JSON_TYPE, send, wait } from './guard_harness.ts'
import { GET, HOST, openProbes, post, readEvents } from './probe_harness.ts'

const STREAM = { 'content-type': 'text/event-stream' }
const answer = (id: number) => ({ id, jsonrpc: '2.0', result: { a: 1 } })
const frame = (message: unknown) => `data: ${JSON.stringify(message)}\n\n`
const bounds = { streamMs: 400, maxBytes: 64 * 1024 }

/** Streams what it is given, and leaves the stream open. */
async function streaming(...written: string[]) {
  const state = { open: 0 }
  const { reach, asked } = await internet((_, response) => {
    state.open++
    response.on('close', () => state.open--)
    response.writeHead(200, STREAM).flushHeaders()
    for (const text of written) response.write(text)
  })
  return { reach, asked, state }
}

it('a stream that never ends is closed once its reader cancels, and holds up no request meanwhile', async () => {
  const { reach, state } = await streaming(
    ': hello\n\nevent: ping\ndata: {}\n\ndata: no JSON\n\n',
    `event: message\ndata: {"result":{"a":1},\ndata: "jsonrpc":"2.0","id":1}\n\n`,
    frame(answer(2)),
  )
  const { fetch, replay } = openProbes({ reach })
  const first = readEvents(await fetch(`${HOST}/mcp`, post(1)))
  expect(await first.next()).toBe(frame(answer(1)))
  // The host is free again: its stream has answered.
  const second = readEvents(await fetch(`${HOST}/mcp`, post(2)))
  expect(state.open).toBe(2)
  await first.cancel()
  await second.cancel()
  await wait(50)
  expect(state.open).toBe(0)
  const { responses, session } = replay()
  expect(responses[0]).toMatchObject({ form: 'events', content_type: 'text/event-stream' })
  const again = readEvents(await session.fetch(`${HOST}/mcp`, post(1)))
  // What nobody read is not kept.
  expect([await again.next(), await again.next()]).toEqual([frame(answer(1)), null])
})

it('a stream without an event holds its host until it is cancelled', async () => {
  const { reach, asked } = await streaming(': nothing\n\n')
  const { fetch } = openProbes({ reach })
  const silent = readEvents(await fetch(`${HOST}/mcp`, GET))
  const next = fetch(`${HOST}/other`, GET)
  await wait(100)
  expect(asked).toHaveLength(1)
  await silent.cancel()
  await (await next).body?.cancel()
  expect(asked).toHaveLength(2)
})

it.each([
  ['is never read', false],
  ['waits for an event', true],
])('a stream that %s is closed at its bound', async (_, isRead) => {
  const { reach, state } = await streaming(': hello\n\n')
  const { fetch, replay } = openProbes({ reach, bounds })
  const events = readEvents(await fetch(`${HOST}/mcp`, post(1)))
  if (isRead) await expect(events.next()).rejects.toMatchObject({ outcome: 'timeout' })
  await wait(isRead ? 50 : 700)
  expect(state.open).toBe(0)
  const { responses, session } = replay()
  expect(responses).toMatchObject([{ outcome: 'timeout', status: 200, form: 'events' }])
  const again = readEvents(await session.fetch(`${HOST}/mcp`, post(1)))
  await expect(again.next()).rejects.toMatchObject({ outcome: 'timeout' })
})

it.each([
  ['one event', [`data: ${'a'.repeat(100_000)}`]],
  ['many comments', Array<string>(40).fill(`:${'a'.repeat(4_000)}\n`)],
])('a stream that is over its bytes by %s is malformed', async (_, written) => {
  const { reach, state } = await streaming(...written)
  const { fetch, replay } = openProbes({ reach, bounds })
  const events = readEvents(await fetch(`${HOST}/mcp`, post(1)))
  await expect(events.next()).rejects.toMatchObject({ outcome: 'malformed' })
  await wait(50)
  expect(state.open).toBe(0)
  expect(replay().responses).toMatchObject([{ outcome: 'malformed' }])
})

it('a probe that is over closes the streams that it forgot, without a failure of the host', async () => {
  const { reach, state } = await streaming(frame(answer(1)))
  const { fetch, replay } = openProbes({ reach })
  await readEvents(await fetch(`${HOST}/mcp`, post(1))).next()
  const { responses } = replay()
  await wait(50)
  expect(state.open).toBe(0)
  expect(responses[0]).not.toHaveProperty('outcome')
})

it('HTTP+SSE: the stream stays open while its address is asked, and a replay keeps their order', async () => {
  const sessions: string[] = []
  const { reach } = await internet((request, response) => {
    if (request.method === 'GET') {
      const id = `s${sessions.length}`
      sessions.push(id)
      response.writeHead(200, STREAM).write(`event: endpoint\ndata: /messages?id=${id}\n\n`)
      streams.set(id, (message) => response.write(`event: message\r\n${frame(message)}`))
      return
    }
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      send(response, 202, {}, 'Accepted')
      streams.get(request.path.split('=')[1] ?? '')?.(answer(JSON.parse(body).id))
    })
  })
  const streams = new Map<string, (message: unknown) => void>()
  /** Asks as an impatient client would: it reads on before it has asked. */
  const handshake = async (fetch: ReturnType<typeof openProbes>['fetch']) => {
    const events = readEvents(await fetch(`${HOST}/sse`, GET))
    const endpoint = await events.next()
    const address = new URL(/data: (.*)/.exec(endpoint ?? '')?.[1] ?? '', HOST).href
    const read: (string | number | null)[] = [endpoint]
    for (const id of [0, 1]) {
      const message = events.next()
      expect(await Promise.race([message, wait(30)]), 'before it was asked').toBeUndefined()
      read.push((await fetch(address, post(id))).status, JSON.parse((await message)?.slice(6) ?? '').id)
    }
    await events.cancel()
    return read
  }
  const { fetch, replay } = openProbes({ reach }, `${HOST}/sse`)
  const live = await handshake(fetch)
  expect(live.slice(1)).toEqual([202, 0, 202, 1])
  const { responses, session } = replay()
  expect(responses.map(({ method, target }) => [method, target])).toEqual([
    ['GET', undefined],
    ['POST', `${HOST}/sse`],
    ['POST', `${HOST}/sse`],
  ])
  expect(await handshake(session.fetch)).toEqual(live)
  // Another session of the same server costs no new body.
  const other = openProbes({ reach }, `${HOST}/sse`)
  await handshake(other.fetch)
  const again = other.replay().responses
  expect(again[0]?.headers).not.toEqual(responses[0]?.headers)
  expect(again[0]?.sha256).toBe(responses[0]?.sha256)
})

it('parses events by the rules, wherever they are cut', async () => {
  const text = [
    '\uFEFF: comment\n',
    'data: a\r\ndata:b\r\n\r\n',
    'event: ping\ndata\n\n',
    'id: 1\nretry: 5\n\n',
    'event: x\rdata: ü😀\r\r',
    'data: without an end',
  ].join('')
  const expected = [
    { name: 'message', data: 'a\nb' },
    { name: 'ping', data: '' },
    { name: 'x', data: 'ü😀' },
  ]
  const bytes = Buffer.from(text)
  for (const size of [1, 2, 3, 7, 1_000]) {
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    expect(await Array.fromAsync(parseEvents(chunks())), `in pieces of ${size}`).toEqual(expected)
  }
})

it('JSON_TYPE is no stream: it is read to its end', async () => {
  const { reach } = await internet((_, response) => send(response, 200, JSON_TYPE, frame(answer(1))))
  const response = await openProbes({ reach }).fetch(`${HOST}/mcp`, post(1))
  expect(await response.text()).toBe(frame(answer(1)))
})
