import { createServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { reachAt } from '../../pipeline/http/guard/live.ts'
import { NotObservedError, type Reach } from '../../pipeline/http/guard/transport.ts'
import { internet, JSON_TYPE, send, wait } from './guard_harness.ts'
import { GET, HOST, openProbes, outcome, post, readEvents } from './probe_harness.ts'
import { selfSigned } from './self_signed.ts'

const identity = selfSigned('agent.example')
const [V4, V4_TOO, V6] = ['9.9.9.9', '9.9.9.10', '2620:fe::fe']

function trust(cert: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  onTestFinished(() => setDefaultCACertificates(before))
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    if ('closeAllConnections' in server) (server as { closeAllConnections(): void }).closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** The transport of a live run, with each public address at a port of this machine; the addresses that were tried. */
function routing(ports: Record<string, number>) {
  const tried: string[] = []
  const reach: Reach = (url, ip, request) => {
    tried.push(ip)
    return reachAt(url, { host: '127.0.0.1', port: ports[ip] ?? 1 }, request)
  }
  return { reach, tried }
}

/** A server that counts its requests and its connections. */
async function agent() {
  trust(identity.cert)
  const state = { requests: 0, connections: 0 }
  const server = createServer(identity, (_, response) => {
    state.requests++
    send(response, 200, JSON_TYPE, '{}')
  })
  server.on('secureConnection', () => state.connections++)
  return { port: await listen(server), state }
}

/** A server that takes connections and says nothing, as a firewall does. */
const silent = () => {
  const server = createSocketServer((socket) => socket.on('error', () => {}))
  return listen(server)
}

it('a POST goes over TLS with its body; each gets a connection of its own, which no stale one can repeat', async () => {
  const { port, state } = await agent()
  const { fetch } = openProbes({ reach: routing({ [V4]: port }).reach, resolve: async () => [V4] })
  for (const id of [1, 2]) expect(await outcome(fetch, `${HOST}/mcp`, post(id))).toBe(200)
  expect(state).toEqual({ requests: 2, connections: 2 })
  for (const _ of [1, 2]) expect(await outcome(fetch, `${HOST}/mcp`, GET)).toBe(200)
  expect(state).toEqual({ requests: 4, connections: 3 })
})

it('a POST whose connection is cut is sent once, and goes to no other address', async () => {
  trust(identity.cert)
  let requests = 0
  const server = createServer(identity, ({ socket }) => {
    requests++
    socket.destroy()
  })
  const port = await listen(server)
  const { reach, tried } = routing({ [V4]: port, [V6]: port })
  const { fetch } = openProbes({ reach, resolve: async () => [V4, V6] })
  expect(await outcome(fetch, `${HOST}/mcp`, post(1))).toBe('refused')
  expect([requests, tried]).toEqual([1, [V4]])
})

it('the next address is tried where a connection is refused, in turns of both families', async () => {
  const { port } = await agent()
  const { reach, tried } = routing({ [V6]: port })
  const resolve = async () => [V4, V4_TOO, V6]
  expect(await outcome(openProbes({ reach, resolve }).fetch, `${HOST}/`, post(1))).toBe(200)
  expect(tried).toEqual([V4, V6])
  const none = routing({})
  expect(await outcome(openProbes({ reach: none.reach, resolve }).fetch, `${HOST}/`)).toBe('refused')
  expect(none.tried).toEqual([V4, V6, V4_TOO])
})

it('an address that says nothing leaves time for the next; the last one has all of the time', async () => {
  const [{ port }, hanging] = [await agent(), await silent()]
  const bounds = { connectMs: 200, firstByteMs: 700 }
  const ask = async (ports: Record<string, number>, ips: string[]) => {
    const begun = performance.now()
    const { fetch } = openProbes({ reach: routing(ports).reach, bounds, resolve: async () => ips })
    return [await outcome(fetch, `${HOST}/`), performance.now() - begun] as const
  }
  expect((await ask({ [V4]: hanging, [V6]: port }, [V4, V6]))[0]).toBe(200)
  const [failure, took] = await ask({ [V4]: hanging }, [V4])
  expect(failure).toBe('timeout')
  expect(took).toBeGreaterThan(600)
})

it('no route to one family is no failure while the other one says something', async () => {
  const noRoute: Reach = (url, ip, request) =>
    ip === V6
      ? Promise.reject(Object.assign(new Error('no route'), { code: 'ENETUNREACH' }))
      : reachAt(url, { host: '127.0.0.1', port: 1 }, request)
  const ask = (ips: string[]) => openProbes({ reach: noRoute, resolve: async () => ips }).fetch
  expect(await outcome(ask([V4, V6]), `${HOST}/`)).toBe('refused')
  await expect(ask([V6])(`${HOST}/`, GET)).rejects.toThrow(NotObservedError)
})

it('a certificate that does not hold is tls, and gets no request', async () => {
  const { state } = await agent()
  let requests = 0
  const other = await listen(createServer(selfSigned('agent.example'), () => requests++))
  const { fetch } = openProbes({ reach: routing({ [V4]: other }).reach, resolve: async () => [V4] })
  expect(await outcome(fetch, `${HOST}/`, post(1))).toBe('tls')
  expect([requests, state.requests]).toEqual([0, 0])
})

it('what is no HTTP is malformed; a header of a long quote is read', async () => {
  trust(identity.cert)
  const { createServer: createTlsServer } = await import('node:tls')
  const speak = (text: string) =>
    listen(createTlsServer(identity, (socket) => void socket.on('error', () => {}).end(text)))
  const ask = (port: number) =>
    openProbes({ reach: routing({ [V4]: port }).reach, resolve: async () => [V4] }).fetch
  expect(await outcome(ask(await speak('220 mail.example ESMTP\r\n')), `${HOST}/`)).toBe('malformed')
  const quote = 'x'.repeat(40_000)
  const answer = `HTTP/1.1 402 No\r\npayment-required: ${quote}\r\ncontent-length: 2\r\n\r\n{}`
  const response = await ask(await speak(answer))(`${HOST}/`, GET)
  expect(response.headers.get('payment-required')).toBe(quote)
})

it('an event stream over TLS is closed once it is cancelled', async () => {
  trust(identity.cert)
  const closed = Promise.withResolvers<void>()
  const server = createServer(identity, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"id":1}\n\n')
    response.on('close', closed.resolve)
  })
  const reach = routing({ [V4]: await listen(server) }).reach
  const events = readEvents(await openProbes({ reach, resolve: async () => [V4] }).fetch(`${HOST}/`, post(1)))
  expect(await events.next()).toBe('data: {"id":1}\n\n')
  await events.cancel()
  await closed.promise
})

it('a request that is aborted with its whole answer still unread does not end the process', async () => {
  const { reach } = await internet((_, response) => send(response, 200, JSON_TYPE, '{}'))
  const errors: unknown[] = []
  const note = (error: unknown) => void errors.push(error)
  process.on('uncaughtException', note)
  onTestFinished(() => void process.off('uncaughtException', note))
  for (const path of ['/1', '/2', '/3']) {
    const controller = new AbortController()
    const { body } = await reach(new URL(path, HOST), '45.0.0.1', { headers: {}, signal: controller.signal })
    // Long enough for the whole answer to be there.
    await wait(10)
    const reading = body?.[Symbol.asyncIterator]().next()
    controller.abort(new Error('no longer wanted'))
    await reading?.catch(() => {})
    await wait(10)
  }
  expect(errors).toEqual([])
})
