import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Reply } from '../../core/interface/reply.ts'
import type { StatefulHandler } from '../../serving/handler/stateful_handler.ts'
import { listen } from '../../serving/service/http/listener.ts'
import { startTestServer } from './running.ts'

const PAID = '/api/agent/agent-0/trust-summary'
const ANSWER = new TextEncoder().encode('paid for')
const PAID_REPLY: Reply = {
  status: 200,
  headers: { 'cache-control': 'no-store', 'content-length': String(ANSWER.byteLength) },
  body: ANSWER,
}

/** A stateful handler that answers after a delay, and counts the calls that it began and ended. */
function slowHandler(ms: number) {
  const seen = { begun: 0, ended: 0 }
  const stateful: StatefulHandler = {
    async reply() {
      seen.begun += 1
      await sleep(ms)
      seen.ended += 1
      return PAID_REPLY
    },
  }
  return { stateful, seen }
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await sleep(5)
}

test('a paid call in flight is answered, and then all is closed', async () => {
  const { stateful, seen } = slowHandler(2_000)
  const server = await startTestServer({ paid: stateful })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const idle = request({ port: server.port, host: '127.0.0.1', path: '/', agent }).end()
  const [page] = await once(idle, 'response')
  page.resume()
  await once(page, 'end')
  const answer = fetch(server.url + PAID)
  await until(() => seen.begun === 1)
  const closed = server.close()
  await sleep(100)
  await expect(fetch(`${server.url}/`)).rejects.toThrow()
  expect([seen.ended, server.isStateClosed()]).toEqual([0, false])
  const response = await answer
  expect(await response.text()).toBe('paid for')
  expect(response.headers.get('connection')).toBe('close')
  const started = performance.now()
  await closed
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(server.isStateClosed()).toBe(true)
})

test('a paid call whose caller went away is finished before the store is closed', async () => {
  const { stateful, seen } = slowHandler(1_500)
  const server = await startTestServer({ paid: stateful })
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`GET ${PAID} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await until(() => seen.begun === 1)
  socket.resetAndDestroy()
  await server.close()
  expect([seen.ended, server.isStateClosed()]).toEqual([1, true])
})

test('while it stops, nothing new is taken that keeps state or takes money', async () => {
  const { stateful, seen } = slowHandler(0)
  const server = await startTestServer({ paid: stateful })
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`GET ${PAID} HTTP/1.1\r\nHost: x\r\n`)
  await sleep(100)
  const closed = server.close()
  socket.write('X-PAYMENT: abc\r\n\r\n')
  let answer = ''
  for await (const part of socket) answer += part
  await closed
  expect(answer).toMatch(/^HTTP\/1.1 503 /)
  expect(answer).toMatch(/\r\nretry-after: 5\r\n/i)
  expect(answer).toContain('"error":"stopping"')
  expect(seen.begun).toBe(0)
})

test('closing twice is closing once', async () => {
  const server = await startTestServer()
  await Promise.all([server.close(), server.close()])
  await server.close()
  expect(server.isStateClosed()).toBe(true)
})

test('a call that is never answered is cut off', async () => {
  const listener = await listen(() => {}, { host: '127.0.0.1', port: 0 })
  const hung = fetch(listener.url)
  hung.catch(() => {})
  await sleep(100)
  const started = performance.now()
  await listener.stop(Promise.resolve())
  expect(performance.now() - started).toBeLessThan(5_000)
  await expect(hung).rejects.toThrow()
})
