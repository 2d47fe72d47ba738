import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { A2A, MCP } from '../../../core/interface/service.ts'
import { readServiceConfig } from '../../../serving/service/config.ts'
import { createLog } from '../../../serving/service/observe/log.ts'
import { startServer } from '../../../serving/service/server.ts'
import { emptyOutput, publish } from '../../handler/published.ts'

async function running(environment: Record<string, string> = {}) {
  const output = emptyOutput()
  publish(output, '2026-01-01')
  const lines: string[] = []
  const log = createLog({ level: 'info', secrets: [] }, { write: (line) => lines.push(line) })
  const config = readServiceConfig(environment, output)
  const server = await startServer({ output, host: '127.0.0.1', port: 0, config, log })
  onTestFinished(() => server.close())
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(server.url + path, { method: 'POST', body: JSON.stringify(body), headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) }
  }
  return { url: server.url, send, lines, close: () => server.close() }
}

/** Windows start on the clock: what counts in one must not begin at the end of it. */
async function inOneWindow(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 5_000) await sleep(left)
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const unknown = { jsonrpc: '2.0', id: 1, method: 'tools/fly' }

test('the three addresses answer, with their rate limits', async () => {
  const { send, url, lines } = await running()
  for (const path of [MCP.path, MCP.legacyPath])
    expect((await send(path, ping)).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  for (const [path, limit] of [
    [MCP.path, '60'],
    [MCP.legacyPath, '60'],
    [A2A.path, '300'],
  ] as const) {
    const { status, json, headers } = await send(path, unknown)
    expect([status, json.error.code, headers.get('x-ratelimit-limit')]).toEqual([200, -32601, limit])
    const got = await fetch(url + path)
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  }
  // These calls are many, so that only faults have a line; the figures count them all.
  expect(lines).toEqual([])
  const figures = await (await fetch(`${url}/metrics`)).text()
  expect(figures).toContain('assay_http_requests_total{endpoint="a2a",status="200"} 1')
  expect(figures).toContain('assay_http_requests_total{endpoint="mcp",status="405"} 1')
})

test('setting up does not use what calls have, and both tool servers share it', async () => {
  await inOneWindow()
  const { send } = await running()
  const readRemaining = async (path: string, body: unknown) =>
    Number((await send(path, body)).headers.get('x-ratelimit-remaining'))
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nothing' } }
  const first = await readRemaining(MCP.path, call)
  for (let count = 0; count < 4; count += 1) await readRemaining(MCP.path, ping)
  expect(await readRemaining(MCP.path, { jsonrpc: '2.0', method: 'notifications/initialized' })).toBe(55)
  expect(await readRemaining(MCP.legacyPath, call)).toBe(first - 1)
  expect(await readRemaining(MCP.path, call)).toBe(first - 2)
  expect(await readRemaining(A2A.path, unknown)).toBe(299)
}, 15_000)

test('a notification is 202 for tools, and an error for A2A, which has none', async () => {
  const { send } = await running()
  for (const body of [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'message/ssend', params: {} },
  ]) {
    for (const path of [MCP.path, MCP.legacyPath])
      expect(await send(path, body)).toMatchObject({ status: 202, json: null })
    expect(await send(A2A.path, body)).toMatchObject({
      status: 200,
      json: { jsonrpc: '2.0', id: null, error: { code: -32601 } },
    })
  }
})

test('pages of origins that are allowed may call, and no others', async () => {
  const { send } = await running({ ALLOWED_ORIGINS: 'https://console.example' })
  for (const path of [MCP.path, MCP.legacyPath, A2A.path]) {
    expect((await send(path, unknown, { origin: 'https://console.example' })).status).toBe(200)
    expect((await send(path, unknown, { origin: 'https://other.example' })).status).toBe(403)
  }
})

test('a PostgreSQL that is away stops no free tool, and callers are still counted', async () => {
  await inOneWindow()
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as { port: number }
  closed.close()
  await once(closed, 'close')
  const { send, lines } = await running({ DATABASE_URL: `postgres://assay@127.0.0.1:${port}/assay` })
  const told = lines.length
  const answers = []
  for (let count = 0; count < 61; count += 1) answers.push(await send(MCP.path, ping))
  expect(answers.map(({ status }) => status)).toEqual([...Array(60).fill(200), 429])
  expect(answers[1]?.headers.get('x-ratelimit-remaining')).toBe('58')
  // Each is told once: the memory of the log, and the windows of callers, cannot be read.
  expect(lines.length - told).toBeLessThanOrEqual(2)
}, 15_000)

test('a body in pieces is read as a whole, and one that breaks off harms nobody', async () => {
  const { url, send } = await running()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  const text = JSON.stringify({ ...ping, id: 'ä€😀' })
  const bytes = Buffer.from(text)
  socket.write(`POST ${MCP.path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes.length}\r\n\r\n`)
  for (const byte of bytes) {
    socket.write(Uint8Array.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('{"jsonrpc":"2.0","id":"ä€😀","result":{}}')
  socket.write(`POST ${MCP.path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`)
  socket.end()
  expect((await send(MCP.path, ping)).status).toBe(200)
})

test('a body that never arrives does not delay a stop', async () => {
  const { url, close } = await running()
  for (const path of [MCP.path, A2A.path]) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`)
  }
  await sleep(300)
  const started = performance.now()
  await close()
  expect(performance.now() - started).toBeLessThan(10_000)
}, 20_000)
