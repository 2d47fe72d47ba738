import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readServiceConfig } from '../../serving/service/config.ts'
import { createLog } from '../../serving/service/observe/log.ts'
import { ProKeys } from '../../serving/service/payments/pro_keys.ts'
import { sampleKey } from '../../serving/service/payments/sample_key.ts'
import { startServer } from '../../serving/service/server.ts'
import { StoreUnavailable } from '../../serving/service/store/database.ts'
import { lazyStore } from '../../serving/service/store/lazy_store.ts'
import { openSqlite } from '../../serving/service/store/sqlite.ts'
import { emptyOutput, json, publish, sampleArtifacts } from '../handler/published.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

const PAID = '/api/agent/agent-0/trust-summary'
const FEEDBACK = '/api/agent-feedback'
const REPORT = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ feedback_type: 'other', message: 'hello', client_identifier: 'test' }),
}

const report = async (url: string): Promise<string> => {
  const { feedback_id } = (await (await fetch(url + FEEDBACK, REPORT)).json()) as { feedback_id: string }
  return feedback_id
}

async function running(output: string, environment: Record<string, string> = {}) {
  const lines: string[] = []
  const log = createLog({ level: 'info', secrets: [] }, { write: (line) => lines.push(line) })
  const config = readServiceConfig(environment, output)
  const server = await startServer({ output, host: '127.0.0.1', port: 0, config, log })
  onTestFinished(() => server.close())
  return { ...server, lines }
}

function published(): string {
  const output = emptyOutput()
  const info = { world: 'sample', base_url: 'http://127.0.0.1:8787' }
  publish(output, '2026-01-01', [...sampleArtifacts(), json('release-info.json', info, 'private')])
  return output
}

/** A loopback port at which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the state is kept across a restart', async () => {
  const output = published()
  const first = await running(output)
  const id = await report(first.url)
  expect(id).toMatch(/^[\da-f-]{36}$/)
  await first.close()
  const second = await running(output)
  expect(await report(second.url)).toBe(id)
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  expect((await fetch(second.url + PAID)).status).toBe(402)
})

test('a body that is too large is refused before its end, and the service lives on', async () => {
  const { url, lines } = await running(published())
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${FEEDBACK} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n${'x'.repeat(200_000)}`,
  )
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ status: 413, caller: '127.0.0.0/24' }])
})

test('a body that ends in the middle is the fault of its sender', async () => {
  const { url, lines } = await running(published())
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`POST ${FEEDBACK} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`)
  await setTimeout(200)
  socket.resetAndDestroy()
  await expect.poll(() => lines.length).toBe(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', endpoint: 'feedback', status: 400 })
})

test('a state file that cannot be one ends the start', async () => {
  const output = published()
  const folder = join(output, 'taken')
  mkdirSync(folder)
  await expect(running(output, { STATE_FILE: folder })).rejects.toThrow(
    `${folder} cannot be opened: set STATE_FILE`,
  )
})

test('a PostgreSQL that is away keeps nobody from reading', async () => {
  const { url, lines } = await running(published(), {
    DATABASE_URL: `postgres://assay:hunter22@127.0.0.1:${await closedPort()}/assay`,
  })
  expect((await fetch(`${url}/api/agent-economy/llm-summary`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  const key = { headers: { 'X-API-Key': `assay_${'0'.repeat(12)}.${'a'.repeat(43)}` } }
  for (const answer of [await fetch(url + PAID, key), await fetch(url + FEEDBACK, REPORT)]) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  }
  expect(lines.join('')).toContain('the database at DATABASE_URL is unavailable')
  expect(lines.join('')).not.toContain('hunter22')
})

const postgres = await startPostgres()
afterAll(() => postgres?.close())

test.skipIf(postgres === null)(
  'an intermittent PostgreSQL is used while it is available',
  async () => {
    const { url: DATABASE_URL, kill, start } = postgres as PostgresServer
    await kill()
    const { url } = await running(published(), { DATABASE_URL })
    const statuses = async () => [
      (await fetch(`${url}/readyz`)).status,
      (await fetch(url + FEEDBACK, REPORT)).status,
      (await fetch(`${url}/api/agent-economy/llm-summary`)).status,
    ]
    expect(await statuses()).toEqual([503, 503, 200])
    for (let time = 0; time < 2; time += 1) {
      await start()
      // A busy machine may need more than one try to connect.
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 20_000 }).toBe(200)
      expect(await statuses()).toEqual([200, 201, 200])
      await kill()
      expect(await statuses()).toEqual([503, 503, 200])
    }
    await start()
  },
  60_000,
)

test('a store is opened once it is available, once for all callers', async () => {
  let opened = 0
  let isThere = false
  const store = lazyStore(async () => {
    opened += 1
    if (!isThere) throw new Error('not yet')
    return { all: async () => [], run: async () => 1, close: async () => {} }
  })
  await expect(store.run('x')).rejects.toThrow(StoreUnavailable)
  isThere = true
  expect(await Promise.all([store.run('x'), store.run('x'), store.run('x')])).toEqual([1, 1, 1])
  await store.run('x')
  expect(opened).toBe(2)
})

test('the key to try the sample with stays the same until it is revoked', async () => {
  const file = join(emptyOutput(), 'state', 'key')
  const db = await openSqlite(join(emptyOutput(), 'service.sqlite'))
  onTestFinished(() => db.close())
  let time = 0
  const keys = new ProKeys(db, {
    now: () => time,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  })
  const key = await sampleKey(keys, file)
  expect(readFileSync(file, 'utf8')).toBe(`${key}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await sampleKey(keys, file)).toBe(key)
  expect(await keys.list()).toHaveLength(1)
  await keys.revoke((await keys.list())[0]?.id ?? '')
  time += 60_000
  const next = await sampleKey(keys, file)
  expect(next).not.toBe(key)
  expect(await keys.check(next)).toBe('valid')
})
