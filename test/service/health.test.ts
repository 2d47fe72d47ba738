import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { StatefulCall } from '../../serving/handler/stateful_handler.ts'
import { createHealth } from '../../serving/service/observe/health.ts'
import { createMetrics } from '../../serving/service/observe/metrics.ts'
import { StoreUnavailable } from '../../serving/service/store/database.ts'
import { startTestServer } from './running.ts'

const PAID = '/api/agent/agent-0/trust-summary'

const fetchText = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test('alive and ready', async () => {
  const { url } = await startTestServer()
  expect(await fetchText(`${url}/healthz`)).toMatchObject({ status: 200, text: 'ok\n' })
  expect(await fetchText(`${url}/readyz`)).toMatchObject({ status: 200, text: 'ready\n' })
  const head = await fetchText(`${url}/readyz`, { method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers.get('cache-control')).toBe('no-store')
  for (const path of ['/healthz/', '/healthz?x', '//healthz', '/HEALTHZ', '/%68ealthz'])
    expect((await fetchText(url + path)).status, path).toBe(404)
  expect((await fetchText(`${url}/readyz`, { method: 'POST' })).status).toBe(404)
})

test('a store that fails makes it unready, and free reads go on', async () => {
  const { url } = await startTestServer({
    ping: () => Promise.reject(new StoreUnavailable('away: hunter22')),
  })
  const { status, text } = await fetchText(`${url}/readyz`)
  expect([status, text]).toEqual([
    503,
    'not ready: the database is unavailable, so payments and feedback are not accepted\n',
  ])
  expect((await fetchText(`${url}/healthz`)).status).toBe(200)
  expect((await fetchText(`${url}/api/agent-economy/llm-summary`)).status).toBe(200)
})

test('a hanging store is queried once for all callers, and cached for a second', async () => {
  let asked = 0
  const { url } = await startTestServer({
    ping: () => {
      asked += 1
      return new Promise(() => {})
    },
  })
  const started = performance.now()
  const all = await Promise.all(Array.from({ length: 20 }, () => fetchText(`${url}/readyz`)))
  expect(all.map(({ status }) => status)).toEqual(Array(20).fill(503))
  expect(performance.now() - started).toBeLessThan(2_500)
  expect(asked).toBe(1)
})

test('without a release it is alive, and not ready', async () => {
  const { url } = await startTestServer({ isPublished: false })
  expect(await fetchText(`${url}/readyz`)).toMatchObject({
    status: 503,
    text: 'not ready: no release is published\n',
  })
  expect((await fetchText(`${url}/healthz`)).status).toBe(200)
})

test('figures are for this machine and its network, and for nothing that a proxy brought', async () => {
  const { url } = await startTestServer()
  await fetchText(`${url}/api/agent-economy/llm-summary`)
  await fetchText(`${url}/api/agent-economy/llm-summary?utm=1`)
  await fetchText(`${url}/api/agent-economy/llm-summary`)
  await fetchText(`${url}/wp-login.php`)
  const { status, text } = await fetchText(`${url}/metrics`)
  expect(status).toBe(200)
  expect(text).toContain('assay_http_requests_total{endpoint="economy_summary",status="200"} 3')
  expect(text).toContain('assay_http_requests_total{endpoint="none",status="404"} 1')
  expect(text).toMatch(/assay_release_info\{release="2026-01-01-\w+"\} 1/)
  expect(text).toContain('process_resident_memory_bytes')
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via']) {
    const asked = await fetchText(`${url}/metrics`, { headers: { [name]: '127.0.0.1' } })
    expect([asked.status, JSON.parse(asked.text).error], name).toEqual([404, 'not_found'])
  }
})

test('a peer that is far away finds no figures; a service that stops is not ready', async () => {
  const health = createHealth({
    isStopping: () => true,
    hasRelease: async () => true,
    refusal: () => null,
    pingStore: async () => [],
    metrics: createMetrics({ release: async () => null, ledger: async () => [], now: () => 0 }),
  })
  const from = (remoteAddress: string) =>
    ({ method: 'GET', socket: { remoteAddress }, headers: {} }) as unknown as IncomingMessage
  expect(health(from('8.8.8.8'), '/metrics')).toBeNull()
  expect((await health(from('10.0.0.8'), '/metrics'))?.status).toBe(200)
  expect((await health(from('8.8.8.8'), '/readyz'))?.status).toBe(503)
})

test('every answer has the security headers, HSTS only where the public address is https', async () => {
  const plain = await startTestServer()
  const secure = await startTestServer({ baseUrl: 'https://assay.example' })
  for (const path of ['/', '/api/agent-economy/llm-summary', '/nope', PAID, '/healthz', '/metrics']) {
    const [over, under] = [await fetchText(secure.url + path), await fetchText(plain.url + path)]
    expect(over.headers.get('strict-transport-security'), path).toBe('max-age=31536000')
    expect(under.headers.get('strict-transport-security'), path).toBeNull()
    for (const { headers } of [over, under]) {
      expect(headers.get('referrer-policy'), path).toBe('no-referrer')
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    }
  }
})

test('paid calls reach the stateful handler each time, with headers and address; each is one line, reads are none', async () => {
  const calls: StatefulCall[] = []
  const body = new TextEncoder().encode('{}\n')
  const server = await startTestServer({
    environment: { TRUSTED_PROXIES: '1' },
    paid: {
      async reply(call) {
        calls.push(call)
        return { status: calls.length === 1 ? 200 : 402, headers: { 'x-release': 'r' }, body }
      },
    },
  })
  const headers = { 'X-PAYMENT': 'cGF5', 'X-API-Key': 'assay_k.s', 'X-Forwarded-For': '6.6.6.6, 203.0.113.9' }
  expect((await fetchText(`${server.url}/api/agents/find/full?q=private`, { headers })).status).toBe(200)
  expect((await fetchText(`${server.url}/api/agents/find/full?q=private`)).status).toBe(402)
  await fetchText(`${server.url}/api/agent-economy/llm-summary`)
  expect(calls.map(({ http }) => [http.header('x-payment'), http.header('X-API-Key'), http.address])).toEqual(
    [
      ['cGF5', 'assay_k.s', '203.0.113.9'],
      [null, null, '127.0.0.1'],
    ],
  )
  const [first, ...rest] = server.entries()
  expect(first).toEqual({
    ...{ level: 'info', msg: 'call', time: expect.any(String), ms: expect.any(Number) },
    ...{ method: 'GET', endpoint: 'find_full', status: 200, release: 'r', caller: '203.0.113.0/24' },
  })
  expect(rest).toMatchObject([{ status: 402, caller: '127.0.0.0/24' }])
  expect(JSON.stringify(server.entries())).not.toMatch(/private|cGF5|203\.0\.113\.9|assay_k/)
})

test('a fault of ours is a 500 without its reason, and a line with it', async () => {
  const server = await startTestServer({ paid: { reply: () => Promise.reject(new Error('inner matter')) } })
  const { status, text } = await fetchText(server.url + PAID)
  expect(status).toBe(500)
  expect(text).not.toContain('inner')
  expect(server.entries()).toMatchObject([
    {
      level: 'error',
      errors: [{ message: 'inner matter', stack: expect.stringContaining('health.test.ts') }],
    },
    { level: 'error', endpoint: 'trust_summary', status: 500 },
  ])
})

test('a store that goes away at the stateful handler is 503 with the time to wait', async () => {
  const server = await startTestServer({
    paid: { reply: () => Promise.reject(new StoreUnavailable('gone')) },
  })
  const { status, headers, text } = await fetchText(server.url + PAID)
  expect([status, headers.get('retry-after'), JSON.parse(text).error]).toEqual([
    503,
    '5',
    'state_unavailable',
  ])
})

test('past a hundred headers Node leaves out the rest, so that nothing is answered: figures neither', async () => {
  const server = await startTestServer()
  const many = (count: number, last: Record<string, string> = {}) => ({
    headers: { ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'y'])), ...last },
  })
  for (const path of ['/metrics', '/', '/healthz', '/api/agent-economy/llm-summary']) {
    expect((await fetchText(server.url + path, many(80))).status, path).toBe(200)
    const { status, text, headers } = await fetchText(
      server.url + path,
      many(120, { 'X-Forwarded-For': '203.0.113.9' }),
    )
    expect([status, JSON.parse(text).error, headers.get('cache-control')], path).toEqual([
      431,
      'too_many_headers',
      'no-store',
    ])
  }
})
