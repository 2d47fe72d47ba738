import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { reachAt, reachLive } from '../../pipeline/http/guard/live.ts'
import type { Reach } from '../../pipeline/http/guard/transport.ts'
import type { VisitOptions } from '../../pipeline/http/guarded.ts'
import { JSON_TYPE, openGuard, send } from './guard_harness.ts'
import { selfSigned } from './self_signed.ts'

const HOST = 'agent.example'
const JSON_EXPECTED: VisitOptions = { expect: 'json' }

/** Sends requests that pass the guard to a server of this test, by the transport of a live run. */
async function toServer(server: Server): Promise<Reach> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return (url, _ip, asked) => reachAt(url, { host: '127.0.0.1', port }, asked)
}

function trust(cert: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  onTestFinished(() => setDefaultCACertificates(before))
}

const visit = async (reach: Reach, url = `https://${HOST}/card?a=b`) =>
  openGuard({ reach }).guard.visit(url, JSON_EXPECTED)

it('asks over TLS for the host by name, with its certificate verified, and decompresses', async () => {
  const identity = selfSigned(HOST)
  trust(identity.cert)
  const seen: unknown[] = []
  const server = createServer(identity, ({ method, url, headers, socket }, response) => {
    seen.push(method, url, headers.host, headers['user-agent'], (socket as TLSSocket).servername)
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}'))
  })
  const reached = await visit(await toServer(server))
  expect(reached).toMatchObject({
    outcome: 'ok',
    status: 200,
    json: { a: 1 },
    contentType: 'application/json',
  })
  expect(seen).toEqual(['GET', '/card?a=b', HOST, 'test', HOST])
})

it('rejects a certificate without a trusted issuer, or of another host', async () => {
  const [known, other] = [selfSigned(HOST), selfSigned('other.example')]
  let answered = 0
  const serve = (identity: { cert: string; key: string }) =>
    toServer(createServer(identity, (_, response) => send(response, 200, JSON_TYPE, String(++answered))))
  const reach = await serve(known)
  expect((await visit(reach)).outcome).toBe('tls')
  trust(other.cert)
  expect((await visit(await serve(other))).outcome).toBe('tls')
  expect(answered).toBe(0)
})

it('finds no TLS at a server of plain http', async () => {
  const server = createPlainServer((_, response) => send(response, 200, JSON_TYPE, '{}'))
  expect((await visit(await toServer(server))).outcome).toBe('tls')
})

it('ends a host that hangs, before and after it answers', async () => {
  const identity = selfSigned(HOST)
  trust(identity.cert)
  const server = createServer(identity, ({ url }, response) => {
    if (url === '/half') response.writeHead(200, JSON_TYPE).write('{')
  })
  onTestFinished(() => server.closeAllConnections())
  const reach = await toServer(server)
  const { guard } = openGuard({ reach, timeoutMs: 300 })
  for (const path of ['/half', '/never'])
    expect((await guard.visit(`https://${HOST}${path}`, JSON_EXPECTED)).outcome).toBe('timeout')
})

it('asks again on a new connection where the host has closed the kept one', async () => {
  const identity = selfSigned(HOST)
  trust(identity.cert)
  const requests = new Map<unknown, number>()
  const server = createServer(identity, ({ socket }, response) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1)
    if (requests.get(socket) === 1) send(response, 200, JSON_TYPE, '{}')
    else socket.destroy()
  })
  onTestFinished(() => server.closeAllConnections())
  const { guard } = openGuard({ reach: await toServer(server) })
  for (const path of ['/1', '/2'])
    expect((await guard.visit(`https://${HOST}${path}`, JSON_EXPECTED)).outcome).toBe('ok')
  expect([...requests.values()]).toEqual([2, 1])
})

it('asks once where a new connection is closed', async () => {
  const identity = selfSigned(HOST)
  trust(identity.cert)
  let requests = 0
  const server = createServer(identity, ({ socket }) => {
    requests += 1
    socket.destroy()
  })
  expect((await visit(await toServer(server))).outcome).toBe('error')
  expect(requests).toBe(1)
})

it('names no server where the host is an IP address', async () => {
  const named: string[] = []
  const SNICallback = (name: string, done: (error: Error | null) => void) => {
    named.push(name)
    done(null)
  }
  const server = createServer({ ...selfSigned(HOST), SNICallback }, (_, response) => response.end('{}'))
  const reach = await toServer(server)
  for (const url of ['https://9.9.9.9/', 'https://[2620:fe::fe]/'])
    expect((await visit(reach, url)).outcome).toBe('tls')
  expect(named).toEqual([])
  expect((await visit(reach)).outcome).toBe('tls')
  expect(named).toEqual([HOST])
})

it('connects to the address that was judged and to port 443, and looks no name up', async () => {
  const signal = AbortSignal.timeout(5_000)
  // Nothing listens there; the failure names the address.
  const failure = await reachLive(new URL('https://no-such-name.invalid/'), '127.0.0.1', {
    headers: {},
    signal,
  }).then(
    () => null,
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ code: 'ECONNREFUSED', address: '127.0.0.1', port: 443 })
})
