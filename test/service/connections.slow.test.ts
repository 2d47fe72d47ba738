import { EventEmitter, once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Connections } from '../../serving/service/http/connections.ts'
import { type ListenOptions, listen } from '../../serving/service/http/listener.ts'

const LARGE = Buffer.alloc(16 * 2 ** 20, 'x')

async function listening(answer: RequestListener, options: Partial<ListenOptions> = {}) {
  const { url, connections, stop } = await listen(answer, { host: '127.0.0.1', port: 0, ...options })
  onTestFinished(() => stop(Promise.resolve()))
  const port = Number(new URL(url).port)
  const open = (localAddress = '127.0.0.1', more = {}): Socket => {
    const socket = connect({ host: '127.0.0.1', port, localAddress, ...more })
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    return socket
  }
  return { open, connections }
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const answered: RequestListener = (_, response) => response.end('ok')
const neverReads = (socket: Socket) => socket.pause().write(GET)

/** The status that a request on a connection of its own gets; null when it is closed without one. */
async function statusOn(socket: Socket): Promise<string | null> {
  socket.write(GET)
  const [first] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown]
  socket.destroy()
  return Buffer.isBuffer(first) ? (/ (\d{3}) /.exec(first.toString('latin1'))?.[1] ?? '') : null
}

test('a client that opens many connections and reads none blocks no other, at any address', {
  timeout: 30_000,
}, async () => {
  const { open, connections } = await listening((_, response) => response.end(LARGE), { maxPerAddress: 5 })
  const readers = Array.from({ length: 25 }, () => open('127.0.0.2'))
  for (const socket of readers) neverReads(socket)
  await expect.poll(() => connections.refusals.evicted, { timeout: 10_000 }).toBe(20)
  expect(connections.busiestAddressCount).toBe(5)
  expect(await statusOn(open('127.0.0.3'))).toBe('200')
  expect(await statusOn(open('127.0.0.2'))).toBe('200')
})

test('a connection with a call in progress is not closed for another', async () => {
  const calls: (() => void)[] = []
  const { open, connections } = await listening((_, response) => calls.push(() => response.end('ok')), {
    maxPerAddress: 2,
  })
  const paying = [open(), open()]
  for (const socket of paying) socket.write(GET)
  await expect.poll(() => calls.length).toBe(2)
  expect(await statusOn(open())).toBeNull()
  expect(connections.refusals.refused).toBe(1)
  const answers = paying.map((socket) => once(socket, 'data'))
  for (const call of calls) call()
  for (const [answer] of await Promise.all(answers)) expect(String(answer)).toMatch(/^HTTP\/1\.1 200/)
})

test('behind a proxy all connections are the proxy’s, and none is counted', async () => {
  const { open, connections } = await listening(answered, { maxPerAddress: 2, isBehindProxy: true })
  const sockets = Array.from({ length: 10 }, () => open())
  await expect.poll(() => connections.open).toBe(10)
  for (const socket of sockets) expect(await statusOn(socket)).toBe('200')
})

test('a peer that stops reading is let go, and one that reads slowly gets everything', async () => {
  const { open, connections } = await listening((_, response) => response.end(LARGE), {
    stallMs: 3_000,
  })
  const stopped = open()
  neverReads(stopped)
  const slow = open('127.0.0.1', { highWaterMark: 65_536 })
  let read = 0
  slow.on('data', (chunk: Buffer) => {
    read += chunk.length
    slow.pause()
    setTimeout(() => slow.resume(), 5)
  })
  slow.write(GET)
  await expect.poll(() => connections.refusals.stalled, { timeout: 15_000 }).toBe(1)
  await expect.poll(() => read, { timeout: 20_000 }).toBeGreaterThan(LARGE.length)
  expect(connections.refusals.stalled).toBe(1)
}, 60_000)

test('an answer that takes longer to make than a peer may stall is sent', async () => {
  const { open } = await listening((_, response) => setTimeout(() => response.end('ok'), 700), {
    stallMs: 200,
  })
  expect(await statusOn(open())).toBe('200')
})

test('so many requests on one connection wait for their answers, and the last one answered says that it ends', async () => {
  let begun = 0
  const { open, connections } = await listening(async (_, response) => {
    begun += 1
    await sleep(20)
    response.end('ok')
  })
  const socket = open()
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(GET.repeat(1_000))
  await once(socket, 'close')
  expect([begun, text.split('HTTP/1.1 200').length - 1]).toEqual([32, 32])
  expect(text.lastIndexOf('Connection: close')).toBeGreaterThan(text.lastIndexOf('HTTP/1.1 200'))
  expect(connections.refusals.pipelined).toBe(1)
})

test('requests that are sent one after the other are not counted together', async () => {
  const { open } = await listening(answered)
  const socket = open()
  for (let call = 0; call < 100; call += 1) {
    socket.write(GET)
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/)
  }
})

test('the networks of one IPv6 /48 have the places of eight addresses together', () => {
  const connections = new Connections({ maxPerAddress: 2, maxPipelined: 1, isBehindProxy: false })
  const open = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => socket.emit('close') })
    connections.accept(socket as unknown as Socket)
  }
  for (let host = 0; host < 5; host += 1) open(`2001:db8:1:1::${host}`)
  expect(connections.open).toBe(2)
  for (let network = 0; network < 40; network += 1) open(`2001:db8:1:${network.toString(16)}::1`)
  expect([connections.open, connections.busiestAddressCount]).toEqual([16, 16])
  open('2001:db8:2::1')
  expect(connections.open).toBe(17)
})

test('no "100 Continue" is sent in the middle of an answer, and a waiting client gets it first', async () => {
  const body = Buffer.from('whole')
  const { open } = await listening(async (request, response) => {
    // The request behind it is answered first, and waits.
    if (request.method === 'GET') await sleep(50)
    if (request.url === '/reads') for await (const _ of request);
    response.end(body)
  })
  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`
  const all = async (socket: Socket, answers: number) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await expect.poll(() => text.split('whole').length - 1).toBe(answers)
    return text
  }
  const pipelined = open()
  pipelined.write(`${GET}${post('/')}ab`)
  const heads = (await all(pipelined, 2)).split('whole').slice(0, 2)
  for (const head of heads) expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:[^\r\n]+\r\n)+\r\n$/)

  const waiting = open()
  waiting.write(post('/reads'))
  expect(String((await once(waiting, 'data'))[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  waiting.write('ab')
  expect(await all(waiting, 1)).toMatch(/^HTTP\/1\.1 200 /)
})
